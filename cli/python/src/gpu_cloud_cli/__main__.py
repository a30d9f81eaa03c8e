"""The command ``gpu-cloud``: runs the program of the jar with Java, which gets all signals."""

import os
import subprocess
import sys
from pathlib import Path

from gpu_cloud_stub import StubError, find_java, jar

_OPTIONS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-XX:-UsePerfData"]


JAR = Path(__file__).with_name("gpu-cloud.jar")


def command() -> list[str]:
    """The program with Java. Raises a StubError if that is missing."""
    if not JAR.is_file():
        raise StubError("gpu-cloud: the program cannot run from an archive. Install the wheel: pip install WHEEL")
    os.environ.setdefault("GPU_CLOUD_STUB_JAR", str(jar()))
    return [find_java(), *_OPTIONS, *os.environ.get("JAVA_OPTS", "").split(), "-jar", str(JAR)]


def main() -> None:
    try:
        line = [*command(), *sys.argv[1:]]
    except StubError as error:
        print(error, file=sys.stderr)
        sys.exit(120)
    if os.name == "nt":  # os.execv returns to the shell at once
        sys.exit(subprocess.call(line))
    os.execv(line[0], line)


if __name__ == "__main__":
    main()
