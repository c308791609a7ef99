"""Brings the catalogues up to date with the English sentences and compiles them.

Without arguments those of the companion; else those of the modules named, each of which has the
`WORDS` of a game: `python -m companion.text.catalogues nim_game.words`.
"""

import sys

from companion.text.catalogues.compiling import compile_all
from companion.text.catalogues.updating import sentences_by_folder, sentences_of, update_folder

modules = sys.argv[1:]
for folder, sentences in map(sentences_of, modules) if modules else sentences_by_folder():
    update_folder(folder, sentences)
    list(compile_all(folder.parent, folder.parent))
