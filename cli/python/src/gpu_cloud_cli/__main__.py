"""The command ``gpu-cloud``: runs the program of this package, which gets all signals."""

import os
import subprocess
import sys
from pathlib import Path

from . import _java

_OPTIONS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-XX:-UsePerfData"]
_FILE = "the file gpu_cloud_{}.whl of the same version with pip"


JAR = Path(__file__).with_name("gpu-cloud.jar")
# Only the package for a platform has it, and a start script.
_RUNTIME = JAR.with_name("runtime")


def command(*arguments: str) -> list[str]:
    """The program with arguments. Raises a FileNotFoundError if Java, or a file of the program, is missing."""
    if not JAR.is_file():
        raise FileNotFoundError("gpu-cloud: the program cannot run from an archive. Install the wheel: pip install WHEEL")
    # The runtime has not all modules that the stub needs.
    starts_stub = arguments[:1] == ("stub",) or arguments[:1] == ("mcp",) and "--sandbox" in arguments
    if starts_stub:
        _name_stub()
    if _RUNTIME.is_dir() and not starts_stub:
        return [str(JAR.parent / "bin" / "gpu-cloud"), *arguments]
    remedy = "" if _RUNTIME.is_dir() else f"On Linux x64, install {_FILE.format('cli-*-manylinux_*_x86_64')}, which contains Java. Or: "
    java = _java.find("gpu-cloud stub" if starts_stub else "gpu-cloud", remedy)
    return [java, *_OPTIONS, *os.environ.get("JAVA_OPTS", "").split(), "-jar", str(JAR), *arguments]


def _name_stub() -> None:
    if "GPU_CLOUD_STUB_JAR" in os.environ:
        return
    try:
        from gpu_cloud_stub import jar
    except ImportError:
        raise FileNotFoundError(f"gpu-cloud: the stub is in another package. Install {_FILE.format('stub-*')}.") from None
    os.environ["GPU_CLOUD_STUB_JAR"] = str(jar())


def main() -> None:
    try:
        line = command(*sys.argv[1:])
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        sys.exit(120)
    if os.name == "nt":  # os.execv returns to the shell at once
        sys.exit(subprocess.call(line))
    os.execv(line[0], line)


if __name__ == "__main__":
    main()
