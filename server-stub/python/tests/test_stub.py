"""The package without fixtures, and how Java is found."""

import os
import subprocess
import sys

import pytest

import gpu_cloud_stub
from gpu_cloud_stub import Stub, StubError
from gpu_cloud_stub._stub import account_key


def test_starts_with_settings_and_ends_with_the_block():
    with gpu_cloud_stub.start("stub.lifecycle.boot=3s") as stub, stub.account("mine") as account:
        assert account.details()["lifecycle"]["boot"] == 3
    with pytest.raises(OSError):
        account.call("GET", "/gpu/list")


def test_says_why_the_stub_does_not_start():
    with pytest.raises(StubError, match="stub.nonsense"):
        gpu_cloud_stub.start("stub.nonsense=1")


def test_uses_a_running_stub_with_a_token(gpu_stub):
    assert Stub(gpu_stub.base_url + "/", gpu_stub.admin_token).account("one").now > 0
    with pytest.raises(StubError, match="HTTP 401"):
        Stub(gpu_stub.url).account("one").details()


def test_opens_an_account_with_a_clock_and_faults(gpu_stub):
    seed = {
        "clock": {"now": 1893499200, "frozen": True},
        "faults": [{"operation": "getBalance", "code": 7, "times": 1}],
    }
    with gpu_stub.account("scenario", seed) as account:
        assert account.call("GET", "/balance/info")["code"] == 7
        assert account.advance(minutes=1) == 1893499260


@pytest.mark.parametrize("name, readable", [("test_A b[1-é]", "test-a-b-1"), ("x" * 300, "x" * 50), ("日本", "")])
def test_makes_a_key_of_a_name(gpu_stub, name, readable):
    assert account_key(name).startswith(f"tenant-{readable}-")
    with gpu_stub.account(name) as first, gpu_stub.account(name) as second:
        assert first.api_key != second.api_key
        assert first.balance > 0


def test_finds_java_17_in_java_home_if_the_path_has_java_8(monkeypatch, tmp_path):
    java = os.path.realpath(gpu_cloud_stub.find_java())
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'openjdk version \"1.8.0_392\"' >&2\n")
    old.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("JAVA_HOME", os.path.dirname(os.path.dirname(java)))
    assert gpu_cloud_stub.find_java() == java
    monkeypatch.delenv("JAVA_HOME")
    with pytest.raises(StubError, match=r"needs Java 17 or later. Found only .*java \(version 8\). Install"):
        gpu_cloud_stub.find_java()


def test_attaches_to_the_stub_of_an_earlier_run(monkeypatch, tmp_path):
    monkeypatch.setenv("GPU_CLOUD_STUB_CACHE", str(tmp_path))
    monkeypatch.setenv("GPU_CLOUD_STUB_REUSE", "true")
    monkeypatch.setenv("CI", "")
    program = "import gpu_cloud_stub, sys\nwith gpu_cloud_stub.start(*sys.argv[1:]) as stub: print(stub.account().stub.url)"

    def run(*settings):
        return subprocess.run([sys.executable, "-c", program, *settings], capture_output=True, text=True, check=True).stdout

    first = run()
    assert run() == first
    assert run("stub.lifecycle.boot=2s") != first
    stopped = subprocess.run([sys.executable, "-m", "gpu_cloud_stub", "stop"], capture_output=True, text=True)
    assert stopped.stdout == "2 stubs ended\n"
    monkeypatch.setenv("CI", "true")
    assert run().startswith("http://")
    assert not list(tmp_path.glob("*/runs/*/address"))


def test_is_a_command():
    shown = subprocess.run([sys.executable, "-m", "gpu_cloud_stub", "--version"], capture_output=True, text=True)
    assert shown.stdout.startswith("GPU cloud stub ")
