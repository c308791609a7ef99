"""Brings the catalogues up to date with the English sentences and compiles them."""

from companion.text.catalogues.compiling import compile_all
from companion.text.catalogues.updating import sentences_by_folder, update_folder

for folder, sentences in sentences_by_folder():
    update_folder(folder, sentences)
list(compile_all())
