"""The command ``gpu-cloud``: runs the program of the jar with Java, which gets all signals."""

import os
import subprocess
import sys
from pathlib import Path

from gpu_cloud_stub._process import StubError, find_java, jar

_OPTIONS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-XX:-UsePerfData"]


def main() -> None:
    try:
        java = find_java()
    except StubError as error:
        print(error, file=sys.stderr)
        sys.exit(120)
    os.environ.setdefault("GPU_CLOUD_STUB_JAR", str(jar()))
    program = next(Path(__file__).parent.glob("gpu-cloud.jar"))
    command = [java, *_OPTIONS, *os.environ.get("JAVA_OPTS", "").split(), "-jar", str(program), *sys.argv[1:]]
    if os.name == "nt":  # os.execv returns to the shell at once
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
