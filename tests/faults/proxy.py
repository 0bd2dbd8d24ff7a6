"""TCP proxy that makes the network to a dependency slow, lossy or silent, and the routing of a part through it."""

import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from tests.faults.changed_environment import Environment, change_environment

CHUNK = 65_536
# Function that forwards the bytes of one direction of a connection. It returns nothing for bytes that are dropped.
ChunkFilter = Callable[[bytes], bytes]


class Proxy:
    """Forwards connections to a port of this machine, until `close`.

    `upward` and `downward` create the function of each new connection for that direction.
    """

    def __init__(self, target: int, *, upward: Callable[[], ChunkFilter], downward: Callable[[], ChunkFilter]) -> None:
        self._target = target
        self._upward = upward
        self._downward = downward
        self._closing = Event()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while not self._closing.is_set():
            with suppress(OSError):
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                self._open += [client, server]
                Thread(target=self._pump, args=(client, server, self._upward()), daemon=True).start()
                Thread(target=self._pump, args=(server, client, self._downward()), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, carry: ChunkFilter) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK):
                sink.sendall(carry(chunk))
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close every connection and the listener."""
        self._closing.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        for end in (self._listener, *self._open):
            with suppress(OSError):
                end.close()


def delay_chunks(seconds: float, *, lost: float = 0.0) -> Callable[[], ChunkFilter]:
    """Delay each chunk by up to `seconds`. At each chunk the connection breaks with the probability `lost`."""

    def carry(chunk: bytes) -> bytes:
        if random.random() < lost:
            raise ConnectionResetError
        time.sleep(random.uniform(0, seconds))
        return chunk

    return lambda: carry


def stop_after(word: bytes) -> Callable[[], ChunkFilter]:
    """Forward nothing after a chunk that begins with `word`."""

    def make() -> ChunkFilter:
        has_matched = False

        def carry(chunk: bytes) -> bytes:
            nonlocal has_matched
            answer = b"" if has_matched else chunk
            has_matched = has_matched or chunk.startswith(word)
            return answer

        return carry

    return make


def forward_unchanged() -> ChunkFilter:
    """Forward bytes unchanged."""
    return lambda chunk: chunk


@contextmanager
def route_through(proxy: Proxy, part: str, setting: str, port: int) -> Iterator[None]:
    """Route the connections of the part to the address in `setting` through the proxy, inside the block."""

    def change(environment: Environment) -> Environment:
        return environment | {setting: environment[setting].replace(f":{port}", f":{proxy.port}")}

    try:
        with change_environment(part, change):
            yield
    finally:
        proxy.close()
