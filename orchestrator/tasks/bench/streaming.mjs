// What streaming through Portolan costs, against the same upstream directly and through nginx.
// The three targets take turns within each round, so that the machine's noise hits all of them.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, listening, median, signUp } from "./server.mjs";

const CHATS = 16;
const TOKENS = 200;
const ROUNDS = 5;

/** Runs the comparison and prints one line for each target; `binaries` are paths. */
export async function measureStreaming(binaries) {
  const upstreamPort = await freePort();
  const upstream = spawn(binaries.upstream, ["--listen", `127.0.0.1:${upstreamPort}`, `tokens=${TOKENS}`]);
  await listening(upstreamPort);
  const targets = [{ name: "direct", port: upstreamPort, ask: askModel }];
  const nginx = await startNginx(upstreamPort);
  if (nginx) targets.push(nginx);
  else console.log("nginx is not installed: its line is left out (on Debian: apt-get install nginx-light)");
  const portolan = await startPortolan(binaries, upstreamPort);
  targets.push(portolan);
  try {
    await report(targets, portolan);
  } finally {
    for (const child of [upstream, ...targets.map((target) => target.child)]) child?.kill("SIGTERM");
  }
}

async function report(targets, portolan) {
  const results = new Map(targets.map((target) => [target.name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      const before = target.child ? cpuSeconds(target.child.pid) : 0;
      const first = await target.ask(target.port);
      const chats = Array.from({ length: CHATS - 1 }, () => target.ask(target.port));
      await Promise.all(chats);
      const cpu = target.child ? cpuSeconds(target.child.pid) - before : 0;
      // The first round warms everything up.
      if (round > 0) results.get(target.name).push({ cpu, firstToken: first });
    }
  }
  const tokens = CHATS * TOKENS;
  console.log(`streaming: ${CHATS} chats of ${TOKENS} tokens, median of ${ROUNDS} interleaved rounds`);
  for (const [name, rounds] of results) {
    const cpu = (median(rounds.map((entry) => entry.cpu)) / tokens) * 1e6;
    const used = cpu > 0 ? `${cpu.toFixed(1)} CPU s a million tokens, ` : "";
    const first = median(rounds.map((entry) => entry.firstToken));
    console.log(`  ${name}: ${used}first token after ${first.toFixed(2)} ms`);
  }
  console.log(
    `  portolan at rest: ${residentMegabytes(portolan.child.pid)} MB, ready ${portolan.startMillis} ms after its start`,
  );
}

/** Streams one answer of the model; gives the milliseconds to its first token. */
async function askModel(port) {
  return readUntil(
    `http://127.0.0.1:${port}/v1/chat/completions`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "mock", stream: true, messages: [{ role: "user", content: "go" }] }),
    },
    "[DONE]",
    '"content":"',
  );
}

/** One turn of a new chat, read as a browser reads it. */
function askPortolan(token) {
  return async (port) => {
    const base = `http://127.0.0.1:${port}`;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const created = await fetch(`${base}/api/chats`, { method: "POST", headers, body: "{}" });
    const { id } = await created.json();
    const started = performance.now();
    const events = readUntil(`${base}/api/chats/${id}/events`, { headers }, "turn.finished", "block.delta", started);
    const sent = await fetch(`${base}/api/chats/${id}/messages`, {
      method: "POST",
      headers,
      body: JSON.stringify({ text: "go" }),
    });
    if (sent.status !== 202) throw new Error(`the message was refused: ${await sent.text()}`);
    return events;
  };
}

async function readUntil(url, options, end, firstMark, started = performance.now()) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const decoder = new TextDecoder();
  let first;
  let tail = "";
  for await (const chunk of response.body) {
    tail = tail.slice(-64) + decoder.decode(chunk, { stream: true });
    if (first === undefined && tail.includes(firstMark)) first = performance.now() - started;
    if (tail.includes(end)) break;
  }
  if (first === undefined) throw new Error(`${url} ended without a token`);
  return first;
}

async function startPortolan(binaries, upstreamPort) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"));
  const before = performance.now();
  const child = spawn(binaries.portolan, ["serve", "--dev", "--listen", `127.0.0.1:${port}`, "--data-dir", folder], {
    env: {
      ...process.env,
      OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
      PORTOLAN_MODEL: "mock",
      PORTOLAN_MODEL_INPUT_PRICE: "0",
      PORTOLAN_MODEL_OUTPUT_PRICE: "0",
      PORTOLAN_LOG: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await listening(port);
  const startMillis = Math.round(performance.now() - before);
  return { name: "portolan", port, child, startMillis, ask: askPortolan(await signUp(port)) };
}

async function startNginx(upstreamPort) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "portolan-nginx-"));
  const configuration = join(folder, "nginx.conf");
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://127.0.0.1:${upstreamPort}; proxy_buffering off; proxy_http_version 1.1; }
  }
}
`,
  );
  const child = spawn("nginx", ["-c", configuration], { stdio: ["ignore", "ignore", "inherit"] });
  const isMissing = new Promise((resolve) => child.once("error", () => resolve(true)));
  if (await Promise.race([isMissing, listening(port).then(() => false)])) return undefined;
  return { name: "nginx", port, child, ask: askModel };
}

/** Returns the CPU time of a process, summed over its threads with nanosecond precision. */
function cpuSeconds(pid) {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) => {
    const [used] = readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ");
    return Number(used);
  });
  return nanoseconds.reduce((sum, used) => sum + used, 0) / 1e9;
}

function residentMegabytes(pid) {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/);
  return Math.round(Number(kilobytes) / 1024);
}
