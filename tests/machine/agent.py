"""Runs inside the virtual machine: takes commands from the tests over a virtio port, as root.

One line of JSON each way: {"command", "input", "seconds"} and {"status", "output"}, with bytes in
base64. It is part of the image, so a change of this file builds the images anew.
"""

import base64
import json
import subprocess
import time

PORT = "/dev/virtio-ports/tests"


def run(command: str, given: bytes, seconds: float) -> tuple[int, bytes]:
    """The command's exit status and all that it printed; 124 if it took longer than that."""
    try:
        done = subprocess.run(
            ["/bin/bash", "-c", command],
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as slow:
        return 124, slow.output or b""
    return done.returncode, done.stdout


def serve() -> None:
    """Answer for as long as the machine runs."""
    with open(PORT, "r+b", buffering=0) as port:
        received = b""
        while True:
            more = port.read(1 << 16)
            if not more:  # the tests have not connected yet
                time.sleep(0.05)
                continue
            received += more
            *lines, received = received.split(b"\n")
            for line in lines:
                asked = json.loads(line)
                given = base64.b64decode(asked["input"])
                status, output = run(asked["command"], given, asked["seconds"])
                answer = {"status": status, "output": base64.b64encode(output).decode()}
                reply = json.dumps(answer).encode() + b"\n"
                while reply:
                    reply = reply[port.write(reply) or 0 :]


if __name__ == "__main__":
    serve()
