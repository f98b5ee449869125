# SPDX-License-Identifier: BSL-1.0
"""aborts.py "TEXT" PROGRAM ARGUMENT...: checks that the program ends by abort() and stderr contains TEXT."""
import resource
import signal
import subprocess
import sys

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
ended = subprocess.run(sys.argv[2:], capture_output=True, text=True)
if ended.returncode != -signal.SIGABRT or sys.argv[1] not in ended.stderr:
    sys.exit(f"status {ended.returncode}, not an abort with {sys.argv[1]!r}:\n"
             f"{ended.stdout}{ended.stderr}")
