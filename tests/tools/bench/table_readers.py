"""Clients at the table's socket that take all that comes: ``PATH LANGUAGE...``, one each."""

import selectors
import sys
from pathlib import Path

from companion.outlets.protocol import Greeting
from tests.app.api.table_client import TableClient


def main() -> None:
    """Greet in each language, say so, and read until the box has gone."""
    path, *languages = sys.argv[1:]
    clients = selectors.DefaultSelector()
    for language in languages:
        client = TableClient(Path(path))
        client.send(Greeting(language))
        clients.register(client.socket, selectors.EVENT_READ, client)
    print("greeted", flush=True)
    while clients.get_map():
        for ready, _ in clients.select():
            if not ready.data.socket.recv(1 << 18):
                clients.unregister(ready.fileobj)


if __name__ == "__main__":
    main()
