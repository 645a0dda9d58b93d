#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The views of the page (page_views.mjs).  SHOTS=FOLDER keeps pictures of every view.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
exec node "$B/browser/page_views.mjs" web build/wasm/lusoria.wasm "$(command -v chromium)" ${SHOTS:+"$SHOTS"}
