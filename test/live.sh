#!/bin/sh
# SPDX-License-Identifier: MIT
# live.sh - games between people over HTTP: tokens, dice, the store, a restart (test/live_games.py).
cd "$(dirname "$0")/.." || exit 1
. test/server_test
server_test test/live_games.py
