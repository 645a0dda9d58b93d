#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The page of a review (review_page.mjs) with Debian's chromium.  SHOTS=FOLDER keeps pictures.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
exec node "$B/browser/review_page.mjs" "$B/lusoria" "$(command -v chromium)" ${SHOTS:+"$SHOTS"}
