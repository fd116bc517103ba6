# The main commands: make run, make test, make check. All of them are safe to repeat.
# Caches live under ~/.cache/agio, never in the checkout.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

export AGIO_CACHE ?= $(HOME)/.cache/agio
export CARGO_TARGET_DIR ?= $(AGIO_CACHE)/target
export CARGO_TERM_COLOR ?= auto
# The queries were checked when .sqlx was written; `make check` verifies that .sqlx is current.
export SQLX_OFFLINE ?= true

AGIO := $(CARGO_TARGET_DIR)/debug/agio
# Every recipe that calls node uses this, because the machine's own Node may be too old.
NODE := PATH="$$(scripts/node-env.sh):$$PATH"
WEB := $(NODE) npm --prefix web run --silent

.PHONY: help setup build compiled web run dev release test test-all test-rust test-web test-browser test-torture torture torture-planted torture-restore torture-build simulation promises documents fuzz fuzz-whole check bench fmt

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1	\2/' | expand -t 22

setup: ## install everything that is missing for running, testing and checking
	@scripts/setup test

web:
	@scripts/setup run
	@$(NODE) scripts/web-build

# What checks and tests run, compiled once with the lints.
compiled: web
	@scripts/linted cargo build --locked --quiet --workspace --all-targets

build: web ## build what `make run` starts
	@cargo build --locked -p server

run: build ## build and start; ARGS="--port 8081 --data ../data" are passed on
	@exec $(AGIO) up $(ARGS)

release: web ## make what is shipped: the optimised program, debug symbols, a bill of materials, hashes
	@PATH="$$(scripts/node-env.sh):$$PATH" scripts/release

dev: ## start for development: the server again after each change, the web app with hot reload, data kept
	@scripts/setup run
	@$(NODE) node web/tools/dev.ts $(ARGS)

# scripts/timed compares each suite with its budget in scripts/budgets, here all of them at the end.
test: setup ## the tests of every change
	@scripts/timed --all $(MAKE) test-web test-rust test-browser test-torture

test-all: export AGIO_E2E_ALL := 1
test-all: test fuzz-whole torture-planted simulation promises documents ## all tests: also all states of screens, the fuzzer, planted bugs

documents: ## check customers' documents with qpdf and a validator of PDF/UA
	@scripts/check-documents

test-rust:
	@$(NODE) scripts/timed - scripts/rust-tests

test-web:
	@$(NODE) scripts/timed web npm --prefix web run --silent test

test-browser: compiled
	@AGIO_BIN=$(AGIO) $(NODE) scripts/timed browser npm --prefix web run --silent e2e

# The program that the other tests run, under faults for a minute.
test-torture: compiled
	@scripts/timed torture $(CARGO_TARGET_DIR)/debug/torture --bin $(AGIO) --product --seconds 60 --people 8

# The program with planted bugs and a clock that can be set, from a copy of the source with the patches of
# tools/torture/planted.
TORTURED := $(CARGO_TARGET_DIR)/torture/agio
torture-build: web
	@scripts/torture-source make $(CARGO_TARGET_DIR)/torture/src
	@cargo build --locked --profile torture -p server --manifest-path $(CARGO_TARGET_DIR)/torture/src/Cargo.toml

torture: torture-build ## run under faults for 15 minutes and prove that no money is lost; ARGS="--seconds 60 --seed 7"
	@cargo run --locked --release --quiet -p simulation -- --steps 10000000
	@cargo run --locked --quiet -p torture -- --bin $(TORTURED) $(ARGS)

torture-planted: torture-build ## show that the crash harness finds its planted bugs
	@cargo run --locked --quiet -p torture -- --bin $(TORTURED) --planted $(ARGS)

torture-restore: torture-build ## run under faults for two minutes, restore the database to 20 of its moments, and compare
	@cargo run --locked --quiet -p torture -- --bin $(TORTURED) --seconds 120 --restores 20 $(ARGS)

fuzz: web ## eight minutes of requests generated from the OpenAPI documents; ARGS=120 limits them to two
	@cargo build --locked -p server
	@scripts/fuzz $(CARGO_TARGET_DIR)/debug/agio $(ARGS)

# 500 requests to each operation. The hours only end a run that hangs.
fuzz-whole: web
	@cargo build --locked -p server
	@scripts/fuzz $(CARGO_TARGET_DIR)/debug/agio 14400

check: setup ## format, lints, types, budgets, drift of generated files
	@scripts/timed check scripts/check

simulation: ## the money path in memory with all simulated faults; ARGS="--steps 10000000 --seed 7"
	@cargo run --locked --release -p simulation -- $(ARGS)

promises: ## a million random orders: executed equals quoted, or a make-good exists
	@AGIO_GUARANTEE_ORDERS=1000000 cargo test --locked --release --quiet -p exchange --lib executed_equals_quoted

bench: web ## figures: start, memory at rest, transfers per second, orders per second
	@cargo build --locked --release -p server -p bench
	@scripts/bench $(CARGO_TARGET_DIR)/release

fmt: ## format everything
	@cargo fmt --all
	@$(WEB) format
