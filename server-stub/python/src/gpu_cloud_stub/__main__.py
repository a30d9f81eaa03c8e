"""The command ``gpu-cloud-stub``: runs the stub in the foreground, with the arguments of the jar."""

import os
import subprocess
import sys

from ._process import find_java, jar
from ._stub import StubError


def main() -> None:
    try:
        command = [find_java(), "-Dgpu-cloud.stub.program=gpu-cloud-stub", "-jar", str(jar()), *sys.argv[1:]]
    except StubError as error:
        sys.exit(str(error))
    if os.name == "nt":  # os.execv returns to the shell at once
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
