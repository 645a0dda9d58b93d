#!/bin/sh
# SPDX-License-Identifier: MIT
# server_security.sh - the threats of doc/security.md, tried against a running server (test/server_security.py).
cd "$(dirname "$0")/.." || exit 1
. test/server_test
server_test test/server_security.py
