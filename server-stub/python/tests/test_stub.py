"""The package without fixtures, and how Java is found."""

import http.server
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import gpu_cloud_stub
from gpu_cloud_stub import Stub, StubError, _process, _stub
from gpu_cloud_stub._stub import account_key


def test_starts_with_settings_and_ends_with_the_block():
    with gpu_cloud_stub.start("stub.lifecycle.boot=3s") as stub, stub.account("mine") as account:
        assert account.details()["lifecycle"]["boot"] == 3
    with pytest.raises(OSError):
        account.call("GET", "/gpu/list")


def test_says_why_the_stub_does_not_start():
    start = time.monotonic()
    for setting, message in (
        ("stub.lifecycle.bot=3s", "unknown setting: stub.lifecycle.bot. Did you mean stub.lifecycle.boot?"),
        ("port=1", "unknown setting: port. Did you mean server.port?"),
        ("stub.lifecycle.boot=soon", 'stub.lifecycle.boot is "soon":'),
        ("stub.lifecycle.boot", "stub.lifecycle.boot has no value."),
    ):
        with pytest.raises(StubError) as failed:
            gpu_cloud_stub.start(setting)
        assert str(failed.value).startswith(f"The stub did not start: {message}")
        assert "\n" not in str(failed.value)
    assert time.monotonic() - start < 60  # the longest time of one start


@pytest.mark.parametrize("seconds", ["abc", "0", "nan", "-1", "1e300"])
def test_says_that_the_time_of_the_start_is_wrong(monkeypatch, seconds):
    monkeypatch.setenv("GPU_CLOUD_STUB_START_TIMEOUT", seconds)
    with pytest.raises(StubError, match=f"GPU_CLOUD_STUB_START_TIMEOUT is '{seconds}'. It must be a number of seconds"):
        gpu_cloud_stub.start()


@pytest.mark.parametrize("reuse", ["true", "false"])
def test_says_that_the_jar_does_not_exist(monkeypatch, reuse):
    monkeypatch.setenv("GPU_CLOUD_STUB_JAR", "/nowhere/stub.jar")
    monkeypatch.setenv("GPU_CLOUD_STUB_REUSE", reuse)
    monkeypatch.setenv("CI", "")
    with pytest.raises(StubError, match="GPU_CLOUD_STUB_JAR is '/nowhere/stub.jar', which is not a file"):
        gpu_cloud_stub.start()
    command = subprocess.run([sys.executable, "-m", "gpu_cloud_stub", "--version"], capture_output=True, text=True)
    assert command.stderr.startswith("GPU_CLOUD_STUB_JAR is '/nowhere/stub.jar'")


def test_says_whether_the_stub_has_ended_during_its_start_or_is_late(monkeypatch, tmp_path):
    (tmp_path / "stub.jar").touch()
    monkeypatch.setenv("GPU_CLOUD_STUB_JAR", str(tmp_path / "stub.jar"))
    with pytest.raises(StubError, match="The stub ended during its start. Its last lines:\n.*StubProcessMain"):
        gpu_cloud_stub.start()
    monkeypatch.delenv("GPU_CLOUD_STUB_JAR")
    monkeypatch.setenv("GPU_CLOUD_STUB_START_TIMEOUT", "0.01")
    with pytest.raises(StubError, match="The stub did not start within 0.01 s. Its last lines:"):
        gpu_cloud_stub.start()


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


def test_says_in_words_what_the_stub_rejects(gpu_account):
    with pytest.raises(StubError, match=r"HTTP 400: operation must be one of \[createInstanceByImage, "):
        gpu_account.fault(operation="listInstnces", status=503)


def reuse(monkeypatch, cache):
    monkeypatch.setenv("GPU_CLOUD_STUB_CACHE", str(cache))
    monkeypatch.setenv("GPU_CLOUD_STUB_REUSE", "true")
    monkeypatch.setenv("CI", "")


def test_starts_without_a_cache_that_can_be_written(monkeypatch, tmp_path, capsys):
    (tmp_path / "file").touch()
    reuse(monkeypatch, tmp_path / "file" / "cache")
    with gpu_cloud_stub.start() as stub:
        assert stub.account().now > 0
    assert "this stub ends with this run, because" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has no modes of files")
def test_trusts_no_folder_that_others_can_write(monkeypatch, tmp_path, capsys):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    reuse(monkeypatch, shared / "cache")
    with gpu_cloud_stub.start() as stub:
        assert stub.account().now > 0
    assert f"other users can write {shared.resolve()}" in capsys.readouterr().err
    assert not list(shared.glob("cache/*/runs/*/address"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("foreign", ["address", "folder"])
def test_sends_no_token_to_the_stub_of_another_user(monkeypatch, tmp_path, foreign):
    reuse(monkeypatch, tmp_path)
    own, run = gpu_cloud_stub.start(), next(tmp_path.glob("*/runs/*"))
    os.chown(run / "address" if foreign == "address" else run.parent.parent, 65534, 65534)
    try:
        assert _process._attach(run) is None
    finally:
        os.chown(run / "address" if foreign == "address" else run.parent.parent, 0, 0)
        assert _process._attach(run).url == own.url
        subprocess.run([sys.executable, "-m", "gpu_cloud_stub", "stop"], capture_output=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other locks")
def test_sends_no_token_to_the_process_that_has_the_port_of_a_killed_stub(monkeypatch, tmp_path):
    heard = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            heard.append(self.headers["Authorization"])

    with http.server.HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (tmp_path / "running.lock").touch()
        (tmp_path / "address").write_text(f"http://127.0.0.1:{server.server_port}\nsecret\n1\n")
        assert _process._attach(tmp_path) is None
        server.shutdown()
    assert heard == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_a_call_without_a_response_ends_as_other_calls_of_python_do(monkeypatch):
    main = threading.main_thread().ident

    class Silent(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path.endswith("/interrupted"):
                signal.pthread_kill(main, signal.SIGINT)
            self.rfile.read()  # until the caller closes the connection

    with http.server.HTTPServer(("127.0.0.1", 0), Silent) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        stub = Stub(f"http://127.0.0.1:{server.server_port}")
        with pytest.raises(KeyboardInterrupt):
            stub.admin("GET", "/interrupted")
        monkeypatch.setattr(_stub, "_TIMEOUT", 0.1)
        with pytest.raises(TimeoutError):
            stub.admin("GET", "/late")
        server.shutdown()


def test_reports_that_the_journal_has_lost_requests():
    with gpu_cloud_stub.start("stub.limits.journal=5") as stub, stub.account() as account, stub.account("other") as other:
        for _ in range(4):
            account.call("GET", "/gpu/list")
        for _ in range(9):
            other.call("GET", "/gpu/list")
        assert len(account.journal("listGpus")) == 4
        with pytest.raises(StubError, match="has lost 4 requests of tenant-other-.* larger stub.limits.journal"):
            other.journal()


def test_calls_have_a_status_and_a_path_with_a_slash(gpu_stub):
    with gpu_stub.account() as account:
        assert account.call("GET", "/balance/info").status == 200
        assert account.call("GET", "/nowhere").status == 404
        with pytest.raises(ValueError, match="'gpu/list' must begin with /"):
            account.call("GET", "gpu/list")
        for path in ("/pod/list?name=a b", "/pod/list?name=ä", "/pod/list?name=a\n"):
            with pytest.raises(ValueError, match=r"has a space or another character that .*urllib\.parse\.quote"):
                account.call("GET", path)
            with pytest.raises(ValueError, match=r"urllib\.parse\.quote"):
                gpu_stub.admin("GET", path)
    with pytest.raises(ValueError, match="'http://localhost:port/__admin/clock' is not an address"):
        Stub("http://localhost:port").admin("GET", "/clock")


def test_the_clock_moves_by_whole_seconds(gpu_stub):
    with gpu_stub.account() as account:
        account.freeze()
        now = account.now
        for span in ({"seconds": 0.5}, {"minutes": 1, "seconds": 0.25}, {"hours": 0.0001}):
            with pytest.raises(ValueError, match=r"The clock moves by whole seconds, not by [0-9.]+ s\."):
                account.advance(**span)
        assert account.now == now
        assert account.advance(minutes=0.5, hours=1 / 3) == now + 1230


def test_an_account_has_no_other_members(gpu_stub):
    with gpu_stub.account() as account:
        with pytest.raises(AttributeError):
            account.balanc = 3
        account.balance = 3
        assert account.balance == 3


def test_help_names_the_command():
    shown = subprocess.run([sys.executable, "-m", "gpu_cloud_stub", "--help"], capture_output=True, text=True)
    assert "usage: gpu-cloud-stub [--name=value ...]" in shown.stdout


def test_is_a_command():
    shown = subprocess.run([sys.executable, "-m", "gpu_cloud_stub", "--version"], capture_output=True, text=True)
    assert shown.stdout.startswith("GPU cloud stub ")
