// Sign-ins and authenticated requests per second of the whole server over SQLite.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SECONDS = 5;
const AT_ONCE = 16;

/** Prints two lines; `portolan` is the path of the server. */
export async function measureSignIns(portolan) {
  const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"));
  const child = spawn(portolan, ["serve", "--dev", "--listen", "127.0.0.1:0", "--data-dir", folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, OPENAI_API_KEY: "", OPENAI_BASE_URL: "" },
  });
  try {
    const url = await address(child);
    const body = JSON.stringify({ email: "bench@example.com", password: "a long enough secret" });
    const post = (path) =>
      fetch(`${url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { access_token: token } = await (await post("/auth/v1/signup")).json();
    const signIns = await aSecond(() => post("/auth/v1/token?grant_type=password"));
    console.log(`sign-ins: ${signIns.toFixed(0)} a second, ${AT_ONCE} at once`);
    const headers = { authorization: `Bearer ${token}` };
    const requests = await aSecond(() => fetch(`${url}/api/user/profile`, { headers }));
    console.log(`requests with a token: ${requests.toFixed(0)} a second, ${AT_ONCE} at once`);
  } finally {
    child.kill("SIGTERM");
    await new Promise((done) => child.once("exit", done));
    rmSync(folder, { recursive: true, force: true });
  }
}

function address(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** How often a request is answered well in a second. */
async function aSecond(ask) {
  const begin = performance.now();
  const end = begin + SECONDS * 1_000;
  let count = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const answer = await ask();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return count / ((performance.now() - begin) / 1_000);
}
