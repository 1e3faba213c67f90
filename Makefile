BIN := .venv/bin
PYTHON ?= python3
GAMES ?= 2000
# Idle workers take tests from the others, so that no core waits for the last ones. The slowest are
# named at the end.
PYTEST := $(BIN)/pytest -n auto --dist worksteal --durations=15 --durations-min=5

.PHONY: setup play test system-packages test-compiled test-plain test-lowest constraints package lint format golden conformance puzzles check-puzzles bench bench-check bench-environments environments tables lessons house kills upheaval clean

setup: ## .venv with the tools, and the package compiled (TIANXIA_PLAIN=1: plain)
	@$(PYTHON) scripts/install.py dev

play: ## the table in the browser, with nothing installed but what it needs; prints its address
	@$(PYTHON) scripts/install.py play
	@$(BIN)/tianxia serve

test: lint system-packages test-compiled test-plain ## everything that must hold

system-packages: ## Chromium and PostgreSQL for the tests, if they are missing and can be installed
	@scripts/system-packages

# All tests on what is installed, which users get; then the rules again as plain Python, from src,
# with a tenth of the deep checks.
test-compiled: setup
	TIANXIA_TESTING=installed $(PYTEST) -o pythonpath=.

test-plain: setup
	TIANXIA_SHARE=0.1 $(PYTEST) tests/engine tests/conformance tests/games tests/test_playthroughs.py

# Deprecations in old versions are theirs.
test-lowest: ## what depends on libraries, with the lowest version of each that we allow
	@$(PYTHON) scripts/install.py lowest
	TIANXIA_SHARE=0.1 build/lowest/bin/pytest -n auto -W default tests/arena tests/bots tests/engine tests/rl tests/server tests/test_cli.py tests/test_readme.py tests/test_text.py tests/web/test_pages.py

constraints: ## write constraints.txt anew: the newest version of everything
	@$(PYTHON) scripts/install.py constraints

package: setup ## dist/ with the source distribution and the wheel made from it, as they would be published
	$(BIN)/python -m build
	$(BIN)/twine check --strict dist/*

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
	TIANXIA_GAMES=$(GAMES) TIANXIA_TESTING=installed $(PYTEST) -o pythonpath=. tests/conformance

puzzles: setup ## the files of puzzles, from games of bots (ONLY="xiang-chi"); goes on after an interruption, see runs/puzzles
	$(BIN)/python -m tianxia.teaching.puzzle_maker make $(ONLY)
	$(BIN)/python -m tianxia.teaching.puzzle_maker check --again --drop $(ONLY)

check-puzzles: setup ## all puzzles with more search than made them; those that fail are named (--drop takes them out)
	$(BIN)/python -m tianxia.teaching.puzzle_maker check $(ONLY)

bench: setup ## speed, side by side with peers; writes docs/benchmarks.md
	$(BIN)/python benchmarks/speed.py --write

house: setup ## what a server carries and what it costs, less than 15 minutes; writes docs/figures/house.json, costs.json
	$(BIN)/python -m benchmarks.costs --write
	$(BIN)/python -m benchmarks.house --write

# Resizing takes long, so that the tests look at every question on the smallest screen only.
tables: setup ## whole games of all five on three screens: every question is in view wherever it is asked, some minutes
	TIANXIA_FRAME_MOVES=1500 TIANXIA_TESTING=installed $(PYTEST) -o pythonpath=. tests/web/test_frame.py

lessons: setup ## every lesson of all five clicked through in the browser, on a desktop and a phone, some minutes
	TIANXIA_LESSONS=all TIANXIA_TESTING=installed $(PYTEST) -o pythonpath=. tests/web/test_lessons.py

KILLS ?= 1000

kills: setup ## KILLS kills at random moments, on both databases, with one and with three processes; goes on after an interruption
	$(BIN)/python -m tests.server.kills --kills $(KILLS)
	$(BIN)/python -m tests.server.kills --kills $(KILLS) --database postgresql
	$(BIN)/python -m tests.server.kills --kills $(KILLS) --processes 3
	$(BIN)/python -m tests.server.kills --kills $(KILLS) --processes 3 --database postgresql

upheaval: setup ## a hundred games on three processes and PostgreSQL, all replaced one by one, then one killed, then PostgreSQL
	$(BIN)/python -m tests.server.upheaval

bench-check: setup ## warns of what is slower than in the last release; never fails
	-$(BIN)/python benchmarks/regression.py

bench-environments: setup ## steps a second of the environments; writes docs/environments/speed.md
	$(BIN)/python benchmarks/environments.py --write

environments: setup ## write the pages about the environments anew
	$(BIN)/python -m tianxia.rl.pages docs/environments

clean:
	rm -rf build dist .venv
