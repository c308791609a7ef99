"""The product on a Debian of its own, in a virtual machine without a network: `make machine`."""
