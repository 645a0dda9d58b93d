#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rules, training and explorer (learn.mjs) with Debian's chromium.  SHOTS=FOLDER keeps pictures.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
tools/rules_json build/rules
exec node "$B/browser/learn.mjs" . build "$(command -v chromium)" ${SHOTS:+"$SHOTS"}
