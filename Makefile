# Two commands for people: `make play` and `make test`. CONTRIBUTING.md explains the rest.
PYTHON ?= python3
PORT ?= 8470
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help play run test lint format bench soak pictures lock clean
help:            ## this list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/'

play: $(VENV)/.play          ## a Discord of your own in the browser, and the bot on it
	@exec $(BIN)/python -m sandbox --port $(PORT)

run: $(VENV)/.play           ## the bot on Discord itself; DISCORD_TOKEN from the environment or .env
	@exec $(BIN)/python -m bot

test: $(VENV)/.test lint     ## everything CI runs
	@$(BIN)/python -m pytest -n 2 --dist loadgroup $(ARGS)

lint: $(VENV)/.test          ## format, lint, types, import rules
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted: run 'make format'."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --config pyproject.toml >$(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

format: $(VENV)/.test        ## put the code into ruff's form
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/.play         ## one table of measurements; NAME=… for a part
	@$(BIN)/python -m bench $(NAME)

soak: $(VENV)/.test          ## the long tests
	@$(BIN)/python -m pytest -m soak $(ARGS)

pictures: $(VENV)/.test      ## retake the README's pictures; NAME=… for one
	@$(BIN)/python -m tests.browser.make_pictures $(NAME)

lock: $(VENV)/.test          ## resolve pyproject.toml's dependencies anew, with hashes
	@$(BIN)/pip install --quiet uv
	@$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --quiet --upgrade -o requirements/play.lock
	@$(BIN)/uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --generate-hashes \
		--no-header --no-emit-index-url --quiet --upgrade -o requirements/test.lock
	@$(BIN)/uv pip compile requirements/audit.in --universal --python-version 3.11 --generate-hashes \
		--no-header --no-emit-index-url --quiet --upgrade -o requirements/audit.lock

clean:           ## forget the venv; matches in var/ stay
	rm -rf $(VENV) .venv-play .venv-audit

# A stamp says that the venv is whole and made from this lock file; without one it is made anew.
$(VENV)/.play: requirements/play.lock
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh requirements/install.sh play
$(VENV)/.test: requirements/test.lock
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh requirements/install.sh test
$(VENV)/.audit: requirements/audit.lock
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh requirements/install.sh audit
