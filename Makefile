# Start with `make play` and `make test`; CONTRIBUTING.md explains the rest.
PYTHON ?= python3
PORT ?= 8470
VENV := .venv
BIN := $(VENV)/bin
RESOLVE := .venv-tools/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --quiet --upgrade

.PHONY: help play run test coverage lint format bench soak pictures package lock clean
help:            ## list the commands
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/'

play: $(VENV)/.play          ## run a local Discord in the browser, with the bot on it
	@exec $(BIN)/python -m sandbox --port $(PORT)

run: $(VENV)/.play           ## run the bot on Discord; needs DISCORD_TOKEN in the environment or .env
	@exec $(BIN)/python -m bot

# Tests start some hundred Python processes: those read the bytecode that the first of them has compiled.
test coverage soak: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/.test lint     ## run the tests, after lint
	@$(BIN)/python -m pytest -n 5 --dist loadgroup --no-loadscope-reorder $(ARGS)

# Those that run in one process and depend on no time: with the others, coverage takes twice as long as `make test`.
MEASURED := tests/games tests/data $(addprefix tests/bot/,cli interactions lessons match messages presenters puzzles \
	records sharding texts tournaments ui)

coverage: $(VENV)/.test      ## run the cheap tests, and say which lines and branches they miss
	@rm -rf .coverage
	@$(BIN)/coverage run -m pytest -n 2 --dist loadgroup --no-loadscope-reorder $(MEASURED) $(ARGS)
	@$(BIN)/coverage combine --quiet && $(BIN)/coverage report

lint: $(VENV)/.test node_modules/.checked ## check format, style, types and import rules
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted: run 'make format'."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --config pyproject.toml >$(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

format: $(VENV)/.test        ## format the code and apply ruff's fixes
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/.play         ## run the benchmarks; NAME=… for one of them
	@$(BIN)/python -m bench $(NAME)

soak: $(VENV)/.test          ## run the long tests
	@$(BIN)/python -m pytest -m soak $(ARGS)

pictures: $(VENV)/.test      ## retake the README's pictures; NAME=… for one
	@$(BIN)/python -m tests.browser.make_pictures $(NAME)

package: $(VENV)/.test       ## build the sdist and the wheel into dist/, without those of older versions
	@rm -f dist/daeguk-*
	@$(BIN)/python -m build --no-isolation

lock:            ## resolve the dependencies in pyproject.toml to their newest versions, with hashes
	@$(MAKE) --no-print-directory VENV=.venv-tools .venv-tools/.tools
	@$(RESOLVE) pyproject.toml --extra postgres -o requirements/play.lock
	@$(RESOLVE) pyproject.toml --extra dask --extra postgres --group test -o requirements/test.lock
	@$(RESOLVE) --group tools -o requirements/tools.lock

clean:           ## remove virtual environments and builds; matches in var/ stay
	rm -rf $(VENV) .venv-tools node_modules dist

# The stamp file exists once the environment is complete; a newer lock file replaces what is installed.
$(VENV)/.play: requirements/play.lock
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh requirements/install.sh play
$(VENV)/.test: requirements/test.lock
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh requirements/install.sh test
$(VENV)/.tools: requirements/tools.lock
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh requirements/install.sh tools
# The page is checked after a change of its files; the folder itself is newer when one was added or removed.
node_modules/.checked: package.json package-lock.json tsconfig.json eslint.config.js sandbox/page \
		$(wildcard sandbox/page/*.js sandbox/page/*.ts)
	@sh requirements/check_page.sh
