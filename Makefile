# The commands people type. Each is a thin line over a standard tool; `make` alone lists them.
# They need GNU make and Python >= 3.11: the first one makes .venv and installs into it.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

# One thread, so that neither a sum nor a timing depends on the machine's cores.
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1
export PYTHONHASHSEED := 0

.DEFAULT_GOAL := help
.PHONY: help test book serve notebooks bench clean

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Python 3.11 or later is needed: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# An environment is installed again only when what it is made from has changed.
$(VENV)/installed-%: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@
