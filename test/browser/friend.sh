#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Two browsers play each other by link, a third one watches (friend.mjs); GAMES='ur awari' or GAMES=none chooses.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
# shellcheck disable=SC2086
exec node "$B/browser/friend.mjs" "$B/lusoria" "$(command -v chromium)" ${GAMES:-}
