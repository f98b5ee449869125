#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# scripts/mutate.sh [--count N] [--files GLOB] [--jobs J] [--minutes M] [--seed S]: mutation testing.
set -euo pipefail
exec nice python3 "$(dirname "$0")/mutate.py" "$@"
