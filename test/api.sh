#!/bin/sh
# SPDX-License-Identifier: MIT
# api.sh - the examples of doc/api.md.
exec python3 "$(dirname "$0")/api_examples.py" "${B:-build}/lusoria"
