#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The views of the page (page_views.mjs).  SHOTS=FOLDER keeps pictures of every view;
# PARTS='playing looks' chooses.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
LUSORIA=$B/lusoria exec node "$B/browser/page_views.mjs" build/site build/site/engine.wasm "$(command -v chromium)" ${SHOTS:+"$SHOTS"}
