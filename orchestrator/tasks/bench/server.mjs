// Helpers that start servers for the benchmarks.
import { connect, createServer } from "node:net";

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Resolves when something accepts connections; fails after half a minute. */
export async function listening(port) {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
    const isUp = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => socket.end(() => resolve(true)));
      socket.once("error", () => setTimeout(() => resolve(false), 20));
    });
    if (isUp) return;
  }
  throw new Error(`nothing listens on port ${port} after 30 s`);
}

/** Signs a user up with a new server and returns the access token. */
export async function signUp(port) {
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.com", password: "bench password" }),
  });
  const session = await response.json();
  return session.access_token;
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
