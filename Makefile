VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
GAMES ?= 2000
SOURCES := $(shell find src -type f -not -name '*.pyc' -not -path '*.egg-info*')

.PHONY: setup play test system-packages test-compiled test-plain lint format golden conformance bench bench-environments environments clean

setup: $(VENV)/.installed ## .venv with the tools, and the package compiled (TIANXIA_PLAIN=1: plain)

$(VENV)/.tools: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	TIANXIA_PLAIN=1 $(BIN)/python -m pip install --quiet '.[dev]'
	touch $@

# What was removed from the sources must not stay in the build; compiled modules are kept, so that
# only what changed is compiled again.
$(VENV)/.installed: $(VENV)/.tools setup.py $(SOURCES)
	if [ -d build ]; then find build -path 'build/lib*' -type f -not -name '*.so' -delete; fi
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --force-reinstall .
	$(BIN)/tianxia --version
	touch $@

play: setup ## the table in the browser; prints its address
	$(BIN)/tianxia serve

test: lint system-packages test-compiled test-plain ## everything that must hold

system-packages: ## Chromium and PostgreSQL for the tests, if they are missing and can be installed
	scripts/system-packages

# All tests on what is installed, which users get; then the rules again as plain Python, from src,
# with a tenth of the deep checks.
test-compiled: setup
	TIANXIA_TESTING=installed $(BIN)/pytest -n auto -o pythonpath=.

test-plain: setup
	TIANXIA_SHARE=0.1 $(BIN)/pytest -n auto tests/engine tests/conformance tests/games tests/test_playthroughs.py

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
	TIANXIA_GAMES=$(GAMES) TIANXIA_TESTING=installed $(BIN)/pytest -n auto -o pythonpath=. tests/conformance

bench: setup ## speed, side by side with peers; writes docs/benchmarks.md
	$(BIN)/python benchmarks/speed.py --write

bench-environments: setup ## steps a second of the environments; writes docs/environments/speed.md
	$(BIN)/python benchmarks/environments.py --write

environments: setup ## write the pages about the environments anew
	$(BIN)/python -m tianxia.rl.pages docs/environments

clean:
	rm -rf build $(VENV)
