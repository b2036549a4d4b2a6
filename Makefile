# `make play` and `make test` are the two to know. All that is asked of the machine is make and a
# Python from 3.11 to 3.14; the rest goes into .venv, from the hashed locks in .lock/.

.DEFAULT_GOAL := help
.PHONY: help play run test lint bench goldens gallery bench-players soak coverage mutants lock clean have-run have-offline have-dev have-python

# PYTHON=… names the Python that .venv is made from; ARGS=… goes to pytest, the benchmark or uv.
PYTHON ?=
ARGS ?=

CANDIDATES := $(or $(PYTHON),python3.14 python3.13 python3.12 python3.11 python3 /usr/bin/python3)
SUITS := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 15))
PIP := -m pip --disable-pip-version-check --no-input -qq
UV := 0.13.9

# A name on the PATH proves nothing (pyenv leaves shims that only fail), so each is run.
define find_python
for python in $(CANDIDATES); do \
	if $$python -c '$(SUITS)' >/dev/null 2>&1; then break; fi; \
	python=; \
done; \
if [ -z "$$python" ]; then \
	echo "No Python 3.11 to 3.14 with its venv module (tried $(CANDIDATES)):" \
		"install one (Debian: apt-get install python3-venv) or name one with PYTHON=…" >&2; \
	exit 1; \
fi
endef

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: have-offline ## play offline in a browser page: no token, no network
	@exec .venv/bin/python -m bot --offline

run: have-run ## run the bot on Discord (needs GIN_TOKEN)
	@exec .venv/bin/python -m bot

test: have-dev ## run the tests, on all cores (ARGS="-k knock" for some of them, "-n 0" on one)
	@exec .venv/bin/python -m pytest -n auto --dist loadfile $(ARGS)

lint: have-dev ## check format, style, types, import rules and the Dockerfile
	@.venv/bin/python -m ruff format --check --quiet .
	@.venv/bin/python -m ruff check --quiet .
	@.venv/bin/python -m mypy
	@.venv/bin/lint-imports --no-logo
	@.venv/bin/hadolint Dockerfile

bench: have-dev ## measure the speed of what players wait for
	@exec .venv/bin/python -m tests.bench $(ARGS)

goldens: have-dev ## paint the golden pictures of the tests anew; look at what has changed
	@exec .venv/bin/python -m tests.rendering.goldens

gallery: have-dev ## pictures, deck and emojis on contact sheets in gallery/, to be looked at
	@exec .venv/bin/python -m tests.rendering.gallery

bench-players: have-dev ## measure the computer players (ARGS="--games 200" for a quick look)
	@exec .venv/bin/python -m tests.bench.players $(ARGS)

soak: have-dev ## hours of kills, faults and matches (ARGS="kills --size 30" for some of them)
	@exec .venv/bin/python -m tests.soak $(ARGS)

# A twentieth of the generated cases will do for the engine (`so_many` in tests/strategies.py); one
# test counts them.
coverage: have-dev ## which branches the tests take: all of the engine's by its own tests, 95 % of the rest
	@TEST_SHARE=0.05 .venv/bin/python -m pytest -q --cov=bot/engine --cov-report=term \
		--cov-fail-under=100 -k "not the_hands_end_in_every_way" tests/engine
	@.venv/bin/python -m pytest -q --cov --cov-report=term --cov-fail-under=95 $(ARGS)

# A mutant may gather memory without end, so each has 2.5 GB of addresses at the most. mutmut
# itself says nothing by its exit status; what is left is compared with the list of the known.
mutants: have-dev ## see that the tests notice small changes of the engine (ARGS="bot.engine.facts*" for some)
	@ulimit -v 2500000; TEST_SHARE=0.05 .venv/bin/python -m mutmut run $(ARGS)
	@.venv/bin/python -m tests.engine.survivors

lock: ## make .lock/ again from pyproject.toml (ARGS=--upgrade for newer versions)
	@if [ "$$(.venv-lock/bin/uv --version 2>/dev/null | cut -d ' ' -f 2)" != $(UV) ]; then \
		$(find_python); \
		$$python -m venv --clear .venv-lock && \
		echo '*' > .venv-lock/.gitignore && \
		.venv-lock/bin/python $(PIP) install uv==$(UV) || exit 1; \
	fi; \
	compile() { \
		.venv-lock/bin/uv pip compile --quiet --python .venv-lock/bin/python --python-version 3.11 \
			--universal --generate-hashes --no-header --no-annotate --no-emit-index-url \
			--no-emit-find-links pyproject.toml "$$@"; \
	}; \
	compile --all-extras --output-file .lock/dev.txt $(ARGS) && \
	compile --extra offline --constraint .lock/dev.txt --output-file .lock/offline.txt && \
	compile --constraint .lock/dev.txt --output-file .lock/run.txt

clean: ## remove .venv and every cache; scores stay
	@rm -rf .venv .venv-lock .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache \
		.coverage mutants
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Brings .venv up to one lock. The stamp is a copy of that lock; since all locks share .venv, a
# stamp that no longer matches its own lock goes, or an old checkout could pass for the new one.
have-run have-offline have-dev: have-%:
	@if .venv/bin/python -c 'import pip; $(SUITS)' >/dev/null 2>&1; then \
		if cmp -s .lock/$*.txt .venv/$*.txt; then exit 0; fi; \
		echo "Setting up .venv, a minute or so the first time…" >&2; \
	else \
		$(find_python); \
		echo "Setting up .venv, a minute or so the first time…" >&2; \
		$$python -m venv --clear .venv || exit 1; \
	fi; \
	for lock in run offline dev; do \
		cmp -s .lock/$$lock.txt .venv/$$lock.txt || rm -f .venv/$$lock.txt; \
	done; \
	.venv/bin/python $(PIP) install --require-hashes -r .lock/$*.txt && \
	cp .lock/$*.txt .venv/$*.txt

have-python:
	@$(find_python)
