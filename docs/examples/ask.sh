#!/bin/sh
# Asks a question about a table, prints the answer, and saves its first chart.
# PORTOLAN_URL is the server, PORTOLAN_KEY an API key.
set -eu

answer=$(curl --fail --silent --show-error "$PORTOLAN_URL/api/ask" \
  --header "Authorization: Bearer $PORTOLAN_KEY" --header "Content-Type: application/json" \
  --data '{"question": "Total sold by item", "sources": [{"name": "tea.csv", "text": "item,sold\nTea,3\nMate,4\n"}]}')
printf '%s\n' "$answer"

# The path of the first chart's picture, without a JSON parser.
picture=$(printf '%s\n' "$answer" | sed 's/.*"svg":"\([^"]*\)".*/\1/')
curl --fail --silent --show-error --output chart.svg "$PORTOLAN_URL$picture" --header "Authorization: Bearer $PORTOLAN_KEY"

# The same as a stream of events.
curl --fail --silent --show-error --no-buffer "$PORTOLAN_URL/api/ask" \
  --header "Authorization: Bearer $PORTOLAN_KEY" --header "Content-Type: application/json" \
  --header "Accept: text/event-stream" \
  --data '{"question": "apples 3, pears 5. Which item has the highest value?"}'
