"""An ASGI service behind the generated middleware: it asks the slow service."""

import asyncio
import os

from inflight_asgi import InFlight

HOST, PORT = os.environ["UPSTREAM"].split(":")


async def work(scope, receive, send):
    if scope["type"] != "http":
        return
    reader, writer = await asyncio.open_connection(HOST, int(PORT))
    request = f"GET {scope['path']} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n"
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    status = int(answer.split(b" ", 2)[1])
    await send({"type": "http.response.start", "status": status, "headers": []})
    await send({"type": "http.response.body", "body": answer.split(b"\r\n\r\n", 1)[1]})


app = InFlight(work)
