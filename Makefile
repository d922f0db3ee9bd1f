# The commands people type. Each is a thin line over a standard tool; `make` alone lists them.
# They need only GNU make, bash and Python >= 3.11: the first one makes .venv and installs into it.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
HTML   := _build/html
PORT   ?= 8000
# The log of the finished build; named after the edition, so that one edition never passes for the other.
BOOK   := _build/book$(if $(filter-out shown,$(SOLUTIONS)),-$(SOLUTIONS)).log
SEED   ?= 2026-autumn
COURSES := courses

# One thread and one hash seed, so that no sum, order or timing depends on the machine.
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1
export PYTHONHASHSEED := 0
export SOLUTIONS
# Kernels and workers are many; without compiled files that are kept, each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help test book slides serve notebooks assignments solutions grade bench budget clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

test: $(VENV)/installed-test $(BOOK) _build/slides.log ## package tests and doctests, every notebook's outputs, the book's pages
	$(BIN)/pytest --numprocesses logical --dist loadscope
	$(BIN)/ruff check

book: $(BOOK) ## run the notebooks and build the book into _build/html (SOLUTIONS=hidden: without solutions)
	@echo "The book is in $(HTML)/index.html; 'make serve' opens it on localhost."

slides: _build/slides.log ## make a deck of slides from each chapter, in _build/slides
	@echo "The decks are in _build/slides/index.html; S opens the speaker's view, ?print-pdf a page to print."

serve: $(BOOK) ## serve the built book on localhost
	@echo "http://localhost:$(PORT)/ (stop with Ctrl-C)"
	@$(BIN)/python -m http.server --bind localhost --directory $(HTML) $(PORT)

notebooks: $(VENV)/installed-test ## run the notebooks and save them in their canonical form
	PYTHONPATH=book/_ext $(BIN)/python -m tests.notebooks.canonical notebooks/*.ipynb notebooks/assignments/source/*/*.ipynb

TEACH = $(BIN)/python notebooks/assignments/teach.py
assignments: $(VENV)/installed-teach ## make the assignments for students: make assignments SEED=2027-spring
	$(TEACH) assignments $(COURSES) $(SEED)

solutions: $(VENV)/installed-teach ## make the instructor's edition of the same: make solutions SEED=2027-spring
	$(TEACH) solutions $(COURSES) $(SEED)

grade: $(VENV)/installed-teach ## grade a folder of submissions: make grade SEED=2027-spring SUBMISSIONS=folder
	@[[ -d "$(SUBMISSIONS)" ]] || { echo "Say where the submissions are: make grade SEED=$(SEED) SUBMISSIONS=folder"; exit 1; }
	$(TEACH) grade $(COURSES) $(SEED) "$(SUBMISSIONS)"

bench: $(VENV)/installed-test ## print the paired timings against peers
	@for file in benchmarks/[a-z]*.py; do $(BIN)/python -m benchmarks.$$(basename $$file .py); done

budget: $(VENV)/installed-test $(BOOK) ## print what each page costs its reader: bytes and seconds
	$(BIN)/python -m tests.book.budget $(HTML)

clean: ## remove everything that these commands made, except courses/, which holds your grades
	rm -rf _build $(VENV) .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or later is needed: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# installed-book, installed-test: the environment with that extra, made again only when its description changed.
$(VENV)/installed-%: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@

# The whole book whenever any source changed: outputs depend on the package as much as on the notebooks. No edition
# finds anything of another in _build. book/_ext/solutions.py reads SOLUTIONS.
SOURCES := _config.yml _toc.yml $(shell find book notebooks src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*' \
    -not -path 'notebooks/assignments/*')
$(BOOK): $(SOURCES) $(VENV)/installed-book
	rm -rf _build
	mkdir _build
	$(BIN)/jupyter-book build . --warningiserror --nitpick --keep-going 2>&1 | tee _build/book.unfinished.log
	@mv _build/book.unfinished.log $@

# From what the book's build has read and run already.
_build/slides.log: $(BOOK)
	$(BIN)/jupyter-book build . --builder custom --custom-builder slides --warningiserror --nitpick --keep-going 2>&1 \
	    | tee _build/slides.unfinished.log
	@mv _build/slides.unfinished.log $@
