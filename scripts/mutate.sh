#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Mutation testing: scripts/mutate.sh [options of mutate.py].
set -euo pipefail
exec nice python3 "$(dirname "$0")/mutate.py" "$@"
