# Two commands do everything: `make demo` shows flowc at work, `make test` checks the project.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= 2
BENCH_JSON ?= out/bench.json

.PHONY: demo test lint types unit corpus check-report docs fmt examples engines engines-begun soak bench clean help

help:
	@echo "make demo      install flowc into $(VENV) and run the order example through both targets"
	@echo "make test      lint, type-check and run every test"
	@echo "make corpus    convert every public document and say what became of them"
	@echo "make check-report  what check says of every known mistake and every public document"
	@echo "make docs      write docs/diagnostics from the rules' own documentation"
	@echo "make examples  rebuild the checked-in outputs of the examples"
	@echo "make engines   the environments of the engines that flows are compared with"
	@echo "make bench     measure speed and memory, and put the table into docs/performance.md"
	@echo "make soak      the differential tests with many more random flows"

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "flowc needs Python 3.11 or newer; name one with: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python has no venv module. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev-installed: $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed

demo: $(VENV)/.installed
	$(BIN)/flowc build examples/order/order.flow -o out
	$(BIN)/flowc run out/order.json -i order_id=7812 --tools examples/order/tools.py
	PYTHONPATH=out:examples/order $(BIN)/python -c 'import json, order, tools; print(json.dumps(order.run({"order_id": "7812"}, tools=tools)))'

test: engines-begun lint types unit

# The first time takes minutes, so it goes on beside everything else. Tests that need an engine wait for it, and say why
# they are skipped where it cannot be installed.
engines-begun: $(VENV)/pyvenv.cfg
	@$(BIN)/python tests/environments.py wayflow langgraph >/dev/null 2>&1 &

lint: $(VENV)/.dev-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check flowc tests

types: $(VENV)/.dev-installed
	$(BIN)/mypy

unit: $(VENV)/.dev-installed
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

corpus: $(VENV)/.dev-installed
	$(BIN)/python tests/corpus/report.py

check-report: $(VENV)/.dev-installed
	$(BIN)/python tests/corpus/check_report.py

docs: $(VENV)/.dev-installed
	$(BIN)/python tests/golden/rule_pages.py

fmt: $(VENV)/.dev-installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format flowc tests
	$(BIN)/flowc fmt examples

examples: $(VENV)/.installed
	for flow in examples/*/*.flow; do $(BIN)/flowc build $$flow -o $$(dirname $$flow) || exit 1; done

engines: $(VENV)/pyvenv.cfg
	$(BIN)/python tests/environments.py wayflow langgraph

soak: $(VENV)/.dev-installed
	FLOWC_SOAK=5000 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/property tests/engines tests/mutations

bench: $(VENV)/.dev-installed
	@mkdir -p $(dir $(BENCH_JSON))
	$(BIN)/python -m pytest -n0 tests/bench -o python_files='bench_*.py' -k '$(ONLY)' --benchmark-json=$(BENCH_JSON)
	$(BIN)/python tests/bench/performance_table.py $(BENCH_JSON) $(if $(ONLY),,docs/performance.md)

clean:
	rm -rf $(VENV) .venv-* out build dist
