import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
// @ts-expect-error Scripts of the tasks have no types.
import { keepRunning } from "../../../orchestrator/tasks/keep-running.mjs";

class StartedProcess extends EventEmitter {
  kill = vi.fn(() => this.emit("exit", null, "SIGTERM"));
}

let started: StartedProcess[];
const onEnd = vi.fn();
const latest = () => started.at(-1) as StartedProcess;
const startProcess = () => {
  const child = new StartedProcess();
  started.push(child);
  return child;
};

beforeEach(() => {
  vi.useFakeTimers();
  onEnd.mockClear();
  started = [];
});
afterEach(() => void vi.useRealTimers());

it("restarts a process that ended, with increasing delays while it exits immediately", () => {
  keepRunning(startProcess, onEnd);
  vi.advanceTimersByTime(60_000);
  latest().emit("exit", 101, null);
  expect(onEnd).toHaveBeenCalledWith(101);
  vi.advanceTimersByTime(500);
  expect(started).toHaveLength(2);
  latest().emit("exit", 101, null);
  vi.advanceTimersByTime(999);
  expect(started).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(started).toHaveLength(3);
});

it("replaces a process on request without reporting an exit, even while waiting", () => {
  const server = keepRunning(startProcess, onEnd);
  server.restart();
  expect(started).toHaveLength(2);
  expect(onEnd).not.toHaveBeenCalled();
  latest().emit("exit", 1, null);
  server.restart();
  expect(started).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(started).toHaveLength(3);
});

it("doesn't restart after it was stopped", () => {
  const server = keepRunning(startProcess, onEnd);
  server.stop();
  vi.advanceTimersByTime(60_000);
  expect(started).toHaveLength(1);
  expect(latest().kill).toHaveBeenCalledWith("SIGTERM");
});
