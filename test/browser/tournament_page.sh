#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The page of a tournament (tournament_page.mjs).  SHOTS=FOLDER keeps pictures.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
exec node "$B/browser/tournament_page.mjs" "$B/lusoria" "$(command -v chromium)" ${SHOTS:+"$SHOTS"}
