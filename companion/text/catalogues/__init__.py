"""The catalogues of all languages but English, `de.po` and its like, and what makes them.

`python -m companion.text.catalogues` brings each, also those of the games, up to date with the
English sentences and compiles it to `de/LC_MESSAGES/companion.mo`, where gettext looks for it.
A game of another package is named by the module of its words.
"""
