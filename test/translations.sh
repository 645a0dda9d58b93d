#!/bin/sh
# SPDX-License-Identifier: MIT
# translations.sh - every language of the page has every text (translations.mjs).
cd "$(dirname "$0")/.." || exit 1
exec node test/translations.mjs
