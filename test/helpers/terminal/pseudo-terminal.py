"""Runs a command in a pseudo terminal: pseudo-terminal.py <columns> <rows> <command> [argument...].

stdin has a JSON object per line: {"type": "text"} or {"resize": [columns, rows]}. stdout gets what the terminal shows.
The last line on stderr is JSON: the exit code, the signal, and whether the terminal echoes lines again.
"""
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios


def resize(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def follow(child, terminal, order):
    if "type" in order:
        os.write(terminal, order["type"].encode())
    if "resize" in order:
        resize(terminal, *order["resize"])
        os.kill(child, signal.SIGWINCH)


def main():
    columns, rows, *command = sys.argv[1:]
    parent, child_end = pty.openpty()
    resize(parent, int(columns), int(rows))
    child = os.fork()
    if child == 0:
        os.close(parent)
        login(child_end)
        os.execvp(command[0], command)
    # Open until the end, so that the state of the terminal can be read.
    watched = os.dup(child_end)
    os.close(child_end)
    reading, writing = os.pipe()
    signal.signal(signal.SIGCHLD, lambda *_: os.write(writing, b"x"))
    status = relay_until_exit(child, parent, reading)
    local = termios.tcgetattr(watched)[3]
    echoes = bool(local & termios.ECHO) and bool(local & termios.ICANON)
    end = {"code": os.waitstatus_to_exitcode(status), "echoes": echoes}
    print(json.dumps(end), file=sys.stderr)


def login(terminal):
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for stream in (0, 1, 2):
        os.dup2(terminal, stream)


def relay_until_exit(child, terminal, exited):
    pending = b""
    sources = [terminal, 0, exited]
    while True:
        ready, _, _ = select.select(sources, [], [])
        if terminal in ready:
            os.write(1, os.read(terminal, 65536))
        elif exited in ready:
            return os.waitpid(child, 0)[1]
        elif 0 in ready:
            given = os.read(0, 65536)
            if not given:
                sources.remove(0)
            *lines, pending = (pending + given).split(b"\n")
            for line in lines:
                follow(child, terminal, json.loads(line))


main()
