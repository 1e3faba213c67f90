VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
GAMES ?= 2000
STAMP := $(VENV)/.ready

.PHONY: setup play test lint format golden conformance

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

play: setup ## a game in the terminal
	$(BIN)/tianxia play

test: setup lint ## everything that must hold
	$(BIN)/pytest -n auto

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: setup ## write the golden playthroughs anew (read the difference before you commit it)
	$(BIN)/python -m tests.playthroughs $(ONLY)

conformance: setup ## the large run: GAMES random games in every configuration
	TIANXIA_GAMES=$(GAMES) $(BIN)/pytest -n auto tests/conformance
