#!/bin/sh
# SPDX-License-Identifier: MIT
# server_operations.sh - health, metrics, log and end of a running server (test/server_operations.py).
cd "$(dirname "$0")/.." || exit 1
. test/server_test
server_test test/server_operations.py
