"""A program that rents: ``rental_program.py JOURNAL END``. It prints the types of events, and the process of its engine."""

import os
import signal
import sys
import threading

import gpu_cloud_stub

# The process that runs the tests may ignore them.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

account = gpu_cloud_stub.Account(gpu_cloud_stub.Stub(os.environ["STUB"], os.environ["STUB_TOKEN"]), os.environ["ACCOUNT"])
journal, end = sys.argv[1:]
with account.leases(
    journal=journal, window="1s", interval="0.2s", on_event=lambda event: print("EVENT", event.type, flush=True)
) as leases:
    print("ENGINE", leases._engine._process.pid, flush=True)
    with leases.rent(pod="pod-comfyui", lifetime="1h"):
        if end == "exception":
            raise RuntimeError("the training failed")
        if end == "exit":
            os._exit(1)
        if end == "wait":
            threading.Event().wait()
