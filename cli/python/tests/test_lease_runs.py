"""Rentals while responses are lost, the service fails, and processes are killed.

GPU_CLOUD_RUNS is the number of runs, by default 8, and GPU_CLOUD_SEED the first one.
"""

import contextlib
import ctypes
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

RUNS = int(os.environ.get("GPU_CLOUD_RUNS", 8))
FIRST = int(os.environ.get("GPU_CLOUD_SEED", 1))
PROGRAM = Path(__file__).with_name("rental_program.py")
PR_SET_CHILD_SUBREAPER = 36
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a test wait for the engine of a killed program")


@pytest.fixture(scope="module", autouse=True)
def parent_of_orphans():
    """This process gets the engines whose programs were killed, so that it can wait for their end."""
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1) == 0
    yield
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0) == 0


def inject_faults(account, chance):
    faults = [
        dict(operation="createInstanceByPod", effect="lose_response"),
        dict(operation="createInstanceByPod", effect="respond", status=429),
        dict(operation="createInstanceByPod", effect="respond", status=503),
        dict(operation="setShutdownTimer", effect="lose_response"),
        dict(operation="updateInstanceTitle", effect="respond", status=503),
        dict(operation="destroyInstance", effect="respond", status=500),
        dict(operation="destroyInstance", effect="lose_response"),
        dict(operation="listInstances", effect="reset_connection"),
        dict(effect="boot_fails"),
    ]
    return [account.fault(**fault, probability=0.3) for fault in faults if chance.random() < 0.5]


def instances(account):
    return {each["instance_uuid"] for each in account.call("GET", "/instance/list")["data"]["instance_list"]}


def kill_during(program, chance, victims, signals):
    """Kills at an event, or before the first one. Returns the output and the engine."""
    engine = int(program.stdout.readline().split()[1])
    moment = chance.choice(["", "creating", "created", "booting", "running"])
    output = []
    for line in iter(program.stdout.readline, "") if moment else ():
        output.append(line)
        if line.split()[-1] == moment:
            break
    if "program" in victims:
        program.send_signal(chance.choice(signals))
    if "engine" in victims:
        with contextlib.suppress(ProcessLookupError):  # it may have ended with the program
            os.kill(engine, signal.SIGKILL)
    rest, errors = program.communicate()
    return "".join(output) + rest + errors, engine


@pytest.mark.parametrize("seed", range(FIRST, FIRST + RUNS))
def test_leaves_nothing_that_it_does_not_name(seed, gpu_stub, gpu_account, tmp_path):
    chance = random.Random(seed)
    faults = inject_faults(gpu_account, chance) if chance.random() < 0.7 else []
    ends = {"wait": ["program"], "none": [], "exception": [], "exit": []}
    end = chance.choice(["wait", "wait", "none", "exception", "exit"])
    victims = chance.choice([["program"], ["engine", "program"], ["engine"]]) if end == "wait" else ends[end]
    variables = {"STUB": gpu_stub.url, "STUB_TOKEN": gpu_stub.admin_token or "", "ACCOUNT": gpu_account.api_key}
    program = subprocess.Popen(
        [sys.executable, PROGRAM, tmp_path / "journal", end],
        env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    signals = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
    if "engine" in victims and "program" not in victims:
        # The program waits for nothing that its engine could end.
        victims, signals = [*victims, "program"], [signal.SIGINT]
    output, engine = kill_during(program, chance, victims, signals)
    try:
        os.waitpid(engine, 0)
    except ChildProcessError:
        pass  # the program has waited for it
    for fault in faults:
        gpu_account.stub.admin("DELETE", f"/faults?id={fault}")

    left = instances(gpu_account)
    killed = "engine" in victims
    if not faults and not killed:
        assert left == set(), output
    with gpu_account.leases(journal=tmp_path / "journal", recover_on_start=False, window="1s", interval="0.2s") as leases:
        report = leases.recover()
    named = {*UUID.findall(output), *(each.instance_uuid for each in report.candidates)}
    named |= {uuid for failure in report.failures for uuid in failure.left}
    assert instances(gpu_account) <= named, (output, report)
