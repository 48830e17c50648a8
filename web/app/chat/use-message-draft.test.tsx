import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, describe, expect, it } from "vitest";
import { type MessageDraft, useMessageDraft } from "./use-message-draft";

let draft: MessageDraft;

function Writer() {
  draft = useMessageDraft({ place: "start", turns: null });
  return null;
}

/** Opens the page anew; answers with how it's left. */
async function openPage(): Promise<() => Promise<void>> {
  const root = createRoot(document.createElement("div"));
  await act(async () => root.render(<Writer />));
  return () => act(async () => root.unmount());
}

function signIn(id: string) {
  const session = { access_token: "a.b.c", expires_at: 4_000_000_000, user: { id } };
  // biome-ignore lint/suspicious/noDocumentCookie: the session is a cookie
  document.cookie = `portolan-auth-token=${encodeURIComponent(JSON.stringify(session))}`;
}

const message = { text: "How many?", sourceIds: [], parentTurnId: null };

describe("a message draft", () => {
  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    sessionStorage.clear();
    signIn("ada");
  });

  it("is stored until its message is accepted or rejected", async () => {
    let leave = await openPage();
    await act(async () => draft.setText("How many?"));
    await act(async () => draft.take(draft.written, { staysShown: false }));
    expect(draft.text).toBe("");
    const { key } = draft.attempt(message);
    await leave();
    leave = await openPage();
    expect(draft.text).toBe("How many?");
    expect(draft.attempt(message).key).toBe(key);
    await act(async () => draft.take(draft.written, { staysShown: false }));
    await act(async () => draft.settle());
    await leave();
    leave = await openPage();
    expect(draft.text).toBe("");
    expect(draft.attempt(message).key).not.toBe(key);
    await leave();
  });

  it("is deleted when its message is accepted, even if its text is still shown", async () => {
    const leave = await openPage();
    await act(async () => draft.setText("How many?"));
    await act(async () => draft.take(draft.written, { staysShown: true }));
    expect(draft.text).toBe("How many?");
    await act(async () => draft.settle());
    expect(draft.text).toBe("How many?");
    expect(sessionStorage.length).toBe(0);
    await leave();
  });

  it("stays while another message is sent", async () => {
    const leave = await openPage();
    await act(async () => draft.setText("Half a question"));
    await act(async () => {
      draft.attempt(message);
      draft.settle();
    });
    await leave();
    await (await openPage())();
    expect(draft.text).toBe("Half a question");
  });

  it("belongs to the user who wrote it", async () => {
    let leave = await openPage();
    await act(async () => draft.setText("Confidential"));
    await leave();
    signIn("grace");
    leave = await openPage();
    expect(draft.text).toBe("");
    await leave();
    signIn("ada");
    leave = await openPage();
    expect(draft.text).toBe("Confidential");
    await leave();
  });
});
