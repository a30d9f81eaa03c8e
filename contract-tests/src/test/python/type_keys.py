"""Runs a command on a terminal of its own, and types keys when it prints a text: type_keys.py TEXT KEYS COMMAND.."""

import os
import pty
import signal
import sys

text, keys, *command = sys.argv[1:]
process, terminal = pty.fork()
if process == 0:
    # The process that runs the tests may ignore it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execvp(command[0], command)
output = b""
typed = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # Linux reports the end of a terminal as an error.
        part = b""
    if not part:
        break
    output += part
    if text.encode() in output and not typed:
        typed = True
        os.write(terminal, keys.encode())
sys.stdout.write(output.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
