#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Whole games on the page (page_games.mjs); RULES='ur:finkel cave:standard' chooses.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
# shellcheck disable=SC2086
exec node "$B/browser/page_games.mjs" build/site build/site/engine.wasm "$(command -v chromium)" ${RULES:-}
