// Creates a user with a long chat and a large board over the API.

const ISLANDS = ["Skye", "Mull", "Islay", "Jura", "Arran", "Bute"];

export const email = "bench@example.org";

/** Makes an account; answers with its session, as the auth server gives it. */
export async function signUp(url) {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "bench password" }),
  });
  return response.json();
}

/** Answers with the ids of a chat of so many turns and a board of so many charts. */
export async function seedAccount(url, session, { turns, charts }) {
  const call = caller(url, session.access_token);
  await call("PATCH", "/api/user/profile", { username: "bench", fullName: "Bench" });
  const { id: sourceId } = await call("POST", "/api/sources", rain());
  return { chatId: await longChat(call, turns, sourceId), boardId: await largeBoard(call, charts, sourceId) };
}

/** Every tenth answer draws a chart; the others are some lines of text. */
async function longChat(call, turns, sourceId) {
  const { id } = await call("POST", "/api/chats", {});
  for (let turn = 0; turn < turns; turn += 1) {
    const text = turn % 10 === 0 ? "Rows by island [[mock chart]]" : `Question ${turn} [[mock tokens=60]]`;
    const { turnId } = await call("POST", `/api/chats/${id}/messages`, {
      text,
      sourceIds: turn === 0 ? [sourceId] : [],
    });
    await finished(call, id, turnId);
  }
  return id;
}

async function finished(call, chatId, turnId) {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
    const { turns } = await call("GET", `/api/chats/${chatId}`);
    if (turns.find((turn) => turn.turnId === turnId)?.outcome) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`the turn ${turnId} has not ended after 30 s`);
}

/** In rows of twenty; a board renders a screen of them, and others as the user scrolls near. */
async function largeBoard(call, charts, sourceId) {
  const nodes = [];
  for (let place = 0; place < charts; place += 1) {
    const chart = await call("POST", "/api/charts", {
      kind: "plot",
      title: `Rain by island, number ${place + 1}`,
      spec: {
        mark: "bar",
        encoding: { x: { field: "island", type: "nominal" }, y: { field: "rain", type: "quantitative" } },
      },
      query: { sql: `SELECT island, rain + ${place} AS rain FROM rain`, sourceIds: [sourceId] },
    });
    const [column, row] = [place % 20, Math.floor(place / 20)];
    const frame = { x: column * 440, y: row * 320, width: 400, height: 280 };
    nodes.push({ id: `n${place}`, type: "chart", ...frame, data: { chartId: chart.id } });
  }
  const { boardId } = await call("POST", "/api/boards", { title: "Many charts" });
  await call("PATCH", `/api/boards/${boardId}`, { nodes });
  return boardId;
}

function rain() {
  const form = new FormData();
  const rows = ISLANDS.map((island, place) => `${island},${1_800 - place * 120}`);
  form.append("file", new Blob([["island,rain", ...rows].join("\n")], { type: "text/csv" }), "rain.csv");
  return form;
}

function caller(url, token) {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        ...(method === "POST" && path.endsWith("/messages") && { "idempotency-key": crypto.randomUUID() }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}
