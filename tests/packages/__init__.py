"""What builds a release; .ci/packages tries what is built."""
