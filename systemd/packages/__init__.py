"""Builds what is released: wheel, sdist, bundles, Debian packages and their lists of components.

`make dist` runs it; docs/releasing.md has the steps of a release.
"""
