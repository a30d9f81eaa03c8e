"""Runs its arguments on a terminal of their own, and presses Ctrl-C when they print "begun"."""

import os
import pty
import signal
import sys

process, terminal = pty.fork()
if process == 0:
    # The process that runs the tests may ignore it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execvp(sys.argv[1], sys.argv[1:])
output = b""
pressed = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # Linux reports the end of a terminal as an error.
        part = b""
    if not part:
        break
    output += part
    if b"begun" in output and not pressed:
        pressed = True
        os.write(terminal, b"\x03")
sys.stdout.write(output.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
