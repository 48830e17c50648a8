import { beforeEach, describe, expect, it, vi } from "vitest";
import { click, get, render } from "../../../tests/unit/render";
import { createChat, deleteChat, sendMessage } from "../../api/chats";
import { ApiProblem, NetworkFailure } from "../../api/problem";
import { useAsk } from "./use-ask";

vi.mock("../../api/chats", () => ({ createChat: vi.fn(), deleteChat: vi.fn(), sendMessage: vi.fn() }));

const create = vi.mocked(createChat);
const send = vi.mocked(sendMessage);
const remove = vi.mocked(deleteChat);
const onAsked = vi.fn();

function Asker({ text }: { text: string }) {
  const { ask, failure, isAsking } = useAsk(onAsked);
  return (
    <button type="button" disabled={isAsking} onClick={() => void ask(text, { sourceIds: ["s1"] })}>
      {failure && `${failure.message} ${failure.isOutOfCredits}`}
    </button>
  );
}

const keys = () => send.mock.calls.map(([, , key]) => key);

describe("asking", () => {
  beforeEach(() => {
    for (const mock of [create, send, remove, onAsked]) mock.mockReset();
    remove.mockResolvedValue();
    create.mockResolvedValue({ id: "c1", title: "", createdAt: "" });
  });

  it("makes a chat, sends the question with its data, and leads there", async () => {
    send.mockResolvedValue({ turnId: "t1" });
    const place = await render(<Asker text="  Which sells best? " />);
    await click(get(place, "button"));
    expect(send).toHaveBeenCalledWith("c1", { text: "Which sells best?", sourceIds: ["s1"] }, expect.any(String));
    expect(onAsked).toHaveBeenCalledExactlyOnceWith("c1");
  });

  it("tries again in the same chat with the same key", async () => {
    send.mockRejectedValueOnce(new NetworkFailure()).mockResolvedValueOnce({ turnId: "t1" });
    const place = await render(<Asker text="Why?" />);
    await click(get(place, "button"));
    expect(place.textContent).toContain("Can't reach the server");
    await click(get(place, "button"));
    expect(create).toHaveBeenCalledOnce();
    expect(new Set(keys()).size).toBe(1);
    expect(onAsked).toHaveBeenCalledOnce();
  });

  it("reports that no credits are left and leaves no empty chat", async () => {
    send.mockRejectedValue(new ApiProblem(402, "usage_limit_reached", "You are out of credits."));
    const place = await render(<Asker text="Why?" />);
    await click(get(place, "button"));
    expect(place.textContent).toBe("You are out of credits. true");
    expect(remove).toHaveBeenCalledExactlyOnceWith("c1");
    await click(get(place, "button"));
    expect(create).toHaveBeenCalledTimes(2);
  });

  it("sends nothing without a question", async () => {
    const place = await render(<Asker text="  " />);
    await click(get(place, "button"));
    expect(create).not.toHaveBeenCalled();
  });
});
