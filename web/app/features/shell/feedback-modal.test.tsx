import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { click, get, render, submit, type } from "../../../tests/unit/render";
import { sendFeedback } from "../../api/feedback";
import { NetworkFailure } from "../../api/problem";
import { notify } from "../../ui/toast";
import { FeedbackModal } from "./feedback-modal";
import { overlay } from "./shell-state";

vi.mock("../../api/feedback", () => ({ sendFeedback: vi.fn() }));
vi.mock("../../ui/toast", () => ({ notify: vi.fn() }));

const send = vi.mocked(sendFeedback);

async function open() {
  overlay.set("feedback");
  const router = createMemoryRouter([{ path: "*", element: <FeedbackModal /> }], { initialEntries: ["/charts?x=1"] });
  await render(<RouterProvider router={router} />);
  const dialog = get(document, "[role=dialog]");
  return { dialog, text: get<HTMLTextAreaElement>(dialog, "textarea") };
}

const button = (dialog: HTMLElement, label: string) =>
  [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === label);

describe("the feedback dialog", () => {
  beforeEach(() => {
    send.mockReset();
    vi.mocked(notify).mockReset();
  });

  it("has the text of the specification", async () => {
    const { dialog, text } = await open();
    expect(get(dialog, "h2").textContent).toBe("Let us know what you think!");
    expect(text.placeholder).toBe("How ? How can we improve your experience?");
    expect(text.getAttribute("rows")).toBe("5");
    expect(button(dialog, "Submit")?.disabled).toBe(true);
    expect(dialog.querySelector("[aria-label=Close]")).not.toBeNull();
  });

  it("sends the text with the path, shows thanks, and closes", async () => {
    send.mockResolvedValue(undefined);
    const { dialog, text } = await open();
    await type(text, "More colours!");
    expect(button(dialog, "Submit")?.disabled).toBe(false);
    await submit(dialog);
    expect(send).toHaveBeenCalledExactlyOnceWith("More colours!", { route: "/charts" });
    expect(notify).toHaveBeenCalledWith({
      title: "Thank you for sharing!",
      description: "We appreciate you taking the time. We'll be in touch!",
      color: "green",
    });
    expect(overlay.get()).toBe("none");
  });

  it("doesn't send empty text", async () => {
    const { dialog, text } = await open();
    await type(text, "   ");
    await submit(dialog);
    expect(send).not.toHaveBeenCalled();
  });

  it("keeps the text when sending fails", async () => {
    send.mockRejectedValue(new NetworkFailure());
    const { dialog, text } = await open();
    await type(text, "Hello");
    await submit(dialog);
    expect(overlay.get()).toBe("feedback");
    expect(text.value).toBe("Hello");
  });

  it("closes without sending when the user postpones it", async () => {
    const { dialog } = await open();
    await click(button(dialog, "I'll do it later"));
    expect(overlay.get()).toBe("none");
  });
});
