// The latency of a broadcast to a thousand websockets on one topic, and their cost.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SOCKETS = 1_000;
const BROADCASTS = 100;
/** Milliseconds between two broadcasts: ten a second, ten thousand deliveries a second. */
const PAUSE = 100;
const TOPIC = "realtime:bench";
const PATIENCE = 60_000;

/** Runs the fan-out and prints percentiles; `binaries.portolan` is a path. */
export async function measureRealtime(binaries) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"));
  const child = spawn(binaries.portolan, ["serve", "--dev", "--listen", `127.0.0.1:${port}`, "--data-dir", folder], {
    env: { ...process.env, PORTOLAN_LOG: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const key = await publicKey(port);
    const before = residentKilobytes(child.pid);
    const delays = [];
    const hear = (sentAt) => delays.push(performance.now() - sentAt);
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => joined(port, key, hear)));
    const each = (residentKilobytes(child.pid) - before) / SOCKETS;
    const expected = BROADCASTS * (SOCKETS - 1);
    for (let number = 0; number < BROADCASTS; number += 1) {
      sockets[number % SOCKETS].broadcast();
      await pause(PAUSE);
    }
    for (const deadline = performance.now() + PATIENCE; delays.length < expected && performance.now() < deadline; ) {
      await pause(20);
    }
    for (const socket of sockets) socket.end();
    delays.sort((a, b) => a - b);
    const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))].toFixed(1);
    console.log(`realtime: ${SOCKETS} websockets on a topic, ${BROADCASTS} broadcasts, ten a second`);
    console.log(`  ${delays.length} of ${expected} heard; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
    console.log(`  ${each.toFixed(1)} KB of memory a socket`);
    if (delays.length < expected) throw new Error("some broadcasts were not heard");
  } finally {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A socket that has joined; only what the measurement needs of a websocket. */
function joined(port, key, hear) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = Buffer.alloc(0);
    let isOpen = false;
    socket.setNoDelay(true);
    socket.once("error", reject);
    socket.write(
      `GET /realtime/v1/websocket?apikey=${key}&vsn=2.0.0 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\n` +
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    const client = {
      broadcast: () => socket.write(masked(0x82, push(String(performance.now())))),
      end: () => socket.destroy(),
    };
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (!isOpen) {
        const end = received.indexOf("\r\n\r\n");
        if (end < 0) return;
        if (!received.subarray(0, end).toString().startsWith("HTTP/1.1 101"))
          return reject(new Error(String(received)));
        isOpen = true;
        received = received.subarray(end + 4);
        const config = { presence: { enabled: false } };
        socket.write(masked(0x81, Buffer.from(JSON.stringify(["1", "1", TOPIC, "phx_join", { config }]))));
      }
      for (let frame = next(received); frame; frame = next(received)) {
        received = received.subarray(frame.length);
        if (frame.isText) resolve(client);
        else hear(Number(frame.payload.subarray(5 + TOPIC.length + 1)));
      }
    });
  });
}

/** A broadcast of protocol 2.0.0, event `e`, whose payload is the time. */
function push(time) {
  const head = Buffer.from([3, 1, 1, TOPIC.length, 1, 0, 1]);
  return Buffer.concat([head, Buffer.from(`12${TOPIC}e${time}`)]);
}

function masked(first, payload) {
  const short = payload.length < 126;
  const head = short
    ? Buffer.from([first, 0x80 | payload.length])
    : Buffer.from([first, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

/** The first whole frame of what has come. */
function next(bytes) {
  if (bytes.length < 2) return undefined;
  const isLong = bytes[1] === 126;
  if (isLong && bytes.length < 4) return undefined;
  const [begin, size] = isLong ? [4, bytes.readUInt16BE(2)] : [2, bytes[1]];
  if (bytes.length < begin + size) return undefined;
  return { length: begin + size, isText: (bytes[0] & 15) === 1, payload: bytes.subarray(begin, begin + size) };
}

/** Waits until the server answers. */
async function publicKey(port) {
  for (const deadline = performance.now() + PATIENCE; performance.now() < deadline; await pause(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/config`).catch(() => undefined);
    if (answer?.ok) return (await answer.json()).auth.publicKey;
  }
  throw new Error(`nothing answers on port ${port}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function residentKilobytes(pid) {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/);
  return Number(kilobytes);
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
