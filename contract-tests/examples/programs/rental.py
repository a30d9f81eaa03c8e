"""Runs its arguments as a command with a rented GPU, for at most LIMIT_SECONDS, and says what is left."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

signal.signal(signal.SIGTERM, signal.default_int_handler)
result_file = Path("rental.json")
result_file.unlink(missing_ok=True)
limit = float(os.environ.get("LIMIT_SECONDS", 3 * 3600))
rental = subprocess.Popen(
    ["gpu-cloud", "rent", "--pod", "pod-comfyui", "--max-price", "4", "--for", "2h", "--result", "rental.json", "--", *sys.argv[1:]],
    start_new_session=True,
)
try:
    status = rental.wait(limit)
except (KeyboardInterrupt, subprocess.TimeoutExpired):
    rental.terminate()
    status = rental.wait()
# There is no result if the signal came before gpu-cloud had begun. Nothing was rented then.
result = json.loads(result_file.read_text()) if result_file.exists() else {}
if status == 125 or status < 0:
    print("may be left:", result.get("left"), result.get("candidates"))
print("status", status, "cost", result.get("cost_calculated", 0))
sys.exit(status if status >= 0 else 128 - status)
