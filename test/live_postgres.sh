#!/bin/sh
# SPDX-License-Identifier: MIT
# live_postgres.sh - the tests of live.sh, with a store in PostgreSQL (test/live_games.py).
cd "$(dirname "$0")/.." || exit 1
. test/server_test
postgres_test test/live_games.py
