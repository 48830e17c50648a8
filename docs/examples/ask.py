"""Asks a question about a table, prints the answer, saves its charts, and streams a follow-up.

PORTOLAN_URL is the server, PORTOLAN_KEY an API key. Needs only the standard library.
"""

import json
import os
import urllib.request

SERVER = os.environ["PORTOLAN_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["PORTOLAN_KEY"], "Content-Type": "application/json"}


def call(path, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, {**HEADERS, **headers}))


def events(response):
    """Yields the events of a stream as (name, data)."""
    name = None
    for line in response:
        line = line.decode().rstrip("\n")
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


table = {"name": "tea.csv", "text": "item,sold\nTea,3\nMate,4\n"}
answer = json.load(call("/api/ask", {"question": "Total sold by item", "sources": [table]}))
print(answer["outcome"], answer["text"])
for chart in answer["charts"]:
    print(chart["title"])
    with open("chart.png", "wb") as file:
        file.write(call(chart["files"]["png"]).read())

follow_up = {"question": "Which item sold most?", "chatId": answer["chatId"]}
with call("/api/ask", follow_up, Accept="text/event-stream") as response:
    for name, data in events(response):
        if name == "block.delta":
            print(data["text"], end="", flush=True)
        elif name == "turn.finished":
            print("\nfinished:", data["outcome"])
