#!/bin/sh
# SPDX-License-Identifier: MIT
# postgres.sh - several servers that share a store in PostgreSQL (test/postgres_servers.py).
cd "$(dirname "$0")/.." || exit 1
. test/server_test
postgres_test test/postgres_servers.py
