import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { render } from "../../tests/unit/render";
import { notify } from "../ui/toast";
import { NetworkFailure, RefusedError } from "./problem";
import { queryClient } from "./query-client";
import { type ApiMutation, type ApiMutationSettings, useApiMutation } from "./use-api-mutation";

vi.mock("../ui/toast", () => ({ notify: vi.fn() }));

beforeEach(() => {
  vi.mocked(notify).mockClear();
  queryClient.clear();
});

interface ProbeProps<Input, Output> {
  settings: ApiMutationSettings<Input, Output>;
  onRender: (mutation: ApiMutation<Input>) => void;
}

function Probe<Input, Output>({ settings, onRender }: ProbeProps<Input, Output>) {
  onRender(useApiMutation(settings));
  return null;
}

/** Returns a function that reads the mutation as it was rendered last. */
async function mount<Input, Output>(settings: ApiMutationSettings<Input, Output>) {
  let last: ApiMutation<Input> | undefined;
  const onRender = (mutation: ApiMutation<Input>) => {
    last = mutation;
  };
  await render(<Probe settings={settings} onRender={onRender} />);
  return () => last as ApiMutation<Input>;
}

it("shows a toast and calls back on success", async () => {
  const onDone = vi.fn();
  const mutation = await mount({
    run: async (name: string) => name.length,
    success: (length, name) => `${name} has ${length}`,
    onDone,
  });
  await act(async () => mutation().run("four"));
  expect(notify).toHaveBeenCalledWith({ title: "four has 4", color: "green" });
  expect(onDone).toHaveBeenCalledWith(4, "four");
  expect(mutation()).toMatchObject({ isPending: false, failure: null });
});

it("shows the error message in a toast and keeps it for the page", async () => {
  const mutation = await mount({
    run: (_: string) => Promise.reject(new RefusedError("This is your only one.")),
    failed: "Couldn't remove it.",
  });
  await act(async () => mutation().run("it"));
  expect(notify).toHaveBeenCalledWith({
    title: "Couldn't remove it.",
    description: "This is your only one.",
    color: "red",
  });
  await vi.waitFor(() => expect(mutation().failure).toBe("This is your only one."));
});

it("shows the optimistic result immediately and rolls back on failure", async () => {
  queryClient.setQueryData(["things"], ["one"]);
  let reject: (error: unknown) => void = () => {};
  const mutation = await mount({
    run: (_: string) => new Promise<void>((_resolve, fail) => (reject = fail)),
    optimistic: { queryKey: ["things"], update: (before: string[], added: string) => [...before, added] },
  });
  await act(async () => mutation().run("two"));
  expect(queryClient.getQueryData(["things"])).toEqual(["one", "two"]);
  await vi.waitFor(() => expect(mutation().pending).toBe("two"));
  await act(async () => reject(new NetworkFailure()));
  expect(queryClient.getQueryData(["things"])).toEqual(["one"]);
  await vi.waitFor(() => expect(mutation().pending).toBeUndefined());
});
