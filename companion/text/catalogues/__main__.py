"""Brings the catalogues up to date with the English sentences and compiles them."""

from companion.text.catalogues.compiling import compile_all
from companion.text.catalogues.updating import update_all

update_all()
compile_all()
