"""A WSGI service: it asks the slow service."""

import http.client
import os


def app(environ, start_response):
    connection = http.client.HTTPConnection(os.environ["UPSTREAM"])
    connection.request("GET", environ["PATH_INFO"])
    answer = connection.getresponse()
    start_response(f"{answer.status} {answer.reason}", [("Content-Type", "text/plain")])
    yield answer.read()
    connection.close()
