"""The command `web`: the page for phones."""

import os
from argparse import Namespace

from companion.cli.complaints import OK, complain_of_port
from companion.outlets.pages.server import open_listener, page_address
from companion.outlets.protocol import find_socket
from companion.outlets.web.serve import inherited_listener, serve
from companion.text import Words


def serve_page(options: Namespace, words: Words) -> int:
    """Serve the page until the end, or while nobody looks at it under systemd."""
    inherited = inherited_listener(os.environ, os.getpid())
    try:
        listener = inherited or open_listener(options.host, options.port)
    except (OSError, OverflowError) as error:
        return complain_of_port(options.port, error, words)
    address = page_address(options.host, listener.getsockname()[1])

    def print_address() -> None:
        print(words.say("cli.web-serving", address=address), flush=True)

    with listener:
        serve(
            listener,
            options.host,
            find_socket(os.environ),
            until_idle=inherited is not None,
            ready=print_address,
        )
    return OK
