# The project's commands. `make help` lists them; .ci/run calls them on a clean machine.

BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup kernels test long coverage lint format types web check docs bench bench-table chaos smoke reports build wheels release clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 14

setup: $(BIN)/pytest node_modules  ## Install everything that development needs, and the hooks of pre-commit
	$(BIN)/pre-commit install

$(BIN)/pytest:
	python3 -m venv .venv && $(BIN)/pip install -e '.[dev]'

# The exact versions are in package.json. A lock file would name the registry of whoever made it.
node_modules: package.json
	npm install --silent --no-package-lock --no-audit --no-fund
	touch node_modules

kernels:  ## Compile the kernels of the working tree ahead of time, as installing does
	$(BIN)/python -m native.build

test:  ## Run all tests
	$(BIN)/pytest

long:  ## Run the tests that take minutes, such as those of all kernels by Numba
	$(BIN)/pytest -m long

coverage:  ## Run all tests and measure the coverage of src/veier, without kernels; fail below the floor in pyproject.toml
	$(BIN)/pytest --cov --cov-report=term:skip-covered

lint:  ## Check the style of Python
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format:  ## Format Python, and what the browser loads
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	npm run --silent format

types:  ## Check the types of Python
	$(BIN)/mypy

web: node_modules  ## Check the style and the types of what the browser loads
	npm run --silent lint
	npm run --silent types

check: lint types web coverage  ## Run everything that must pass before a release

docs:  ## Build the documentation as a site into src/veier/site, which the server shows at /docs; needs pip install -e '.[docs]'
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

bench:  ## Measure how fast the rules run
	$(BIN)/python -m benchmarks.speed

bench-table:  ## Measure the table in the browser
	$(BIN)/python -m benchmarks.table

chaos:  ## Kill servers, database and connections 60 times on each store under load, and check that nothing is lost
	$(BIN)/python -m benchmarks.chaos

smoke: docs  ## Run the README's first command in a clean environment
	.ci/smoke

reports:  ## Make the reports on all games that docs/ keeps, in a quarter of an hour of CPU time; it can be stopped and goes on
	mkdir -p reports
	VEIER_LANG=en $(BIN)/veier lab reports --out reports --games 120 --json > reports/figures.json
	$(BIN)/python -m scripts.fairness reports reports/figures.json

build: docs  ## Build the wheel for this system, with the documentation, and the source distribution
	rm -rf dist
	$(BIN)/python -m build --quiet

wheels: docs  ## Build the wheels for all systems, with the documentation, and the source distribution; needs pip install -e '.[release]'
	rm -rf dist
	$(BIN)/python -m native.release

release:  ## Check everything, build for all systems, and tag the version; uploads nothing
	$(BIN)/python -m scripts.release

clean:  ## Remove what was built and cached
	rm -rf dist build node_modules .node src/veier/site .coverage .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
