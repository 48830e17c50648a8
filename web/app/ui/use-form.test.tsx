import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { get, leave, render, submit, type } from "../../tests/unit/render";
import { InputField } from "./field";
import { type FormFailure, useForm } from "./use-form";

interface Values extends Record<string, string> {
  name: string;
  place: string;
}

function TestForm({ send }: { send: (values: Values) => Promise<FormFailure<Values> | undefined> }) {
  const form = useForm<Values>({
    initial: { name: "", place: "Oslo" },
    validate: ({ name, place }) => ({
      name: name === "" ? "Enter a name." : undefined,
      place: place === "" ? "Enter a place." : undefined,
    }),
    submit: send,
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <InputField label="Name" {...form.field("name")} />
      <InputField label="Place" {...form.field("place")} />
      <p data-message>{form.message}</p>
    </form>
  );
}

const advance = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const field = (place: HTMLElement, name: string) => get<HTMLInputElement>(place, `input[name=${name}]`);
const alerts = (place: HTMLElement) => [...place.querySelectorAll("[role=alert]")].map((alert) => alert.textContent);

describe("a form", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("checks what is typed 300 ms after the last key", async () => {
    const place = await render(<TestForm send={async () => undefined} />);
    await type(field(place, "place"), "B");
    await type(field(place, "place"), "");
    await advance(299);
    expect(alerts(place)).toEqual(["", ""]);
    await advance(1);
    expect(alerts(place)).toEqual(["", "Enter a place."]);
    expect(field(place, "place").getAttribute("aria-invalid")).toBe("true");
  });

  it("checks a field at once when it is left, but not one that nobody touched", async () => {
    const place = await render(<TestForm send={async () => undefined} />);
    await leave(field(place, "name"));
    await type(field(place, "place"), "");
    await leave(field(place, "place"));
    expect(alerts(place)).toEqual(["", "Enter a place."]);
  });

  it("sends nothing while something is wrong, and moves to the first wrong field", async () => {
    const send = vi.fn(async () => undefined);
    const place = await render(<TestForm send={send} />);
    await submit(place);
    expect(send).not.toHaveBeenCalled();
    expect(alerts(place)).toEqual(["Enter a name.", ""]);
    expect(document.activeElement).toBe(field(place, "name"));
  });

  it("shows beside the field what the server refused, and for the form what concerns no field", async () => {
    const place = await render(
      <TestForm send={async () => ({ fields: { name: "This name is taken." }, message: "Try again." })} />,
    );
    await type(field(place, "name"), "ada");
    await submit(place);
    expect(alerts(place)).toEqual(["This name is taken.", ""]);
    expect(get(place, "[data-message]").textContent).toBe("Try again.");
    expect(field(place, "name").getAttribute("aria-describedby")).toContain("error");
  });

  it("is sent once, however often it is submitted", async () => {
    const send = vi.fn(() => new Promise<undefined>(() => {}));
    const place = await render(<TestForm send={send} />);
    await type(field(place, "name"), "ada");
    await submit(place);
    await submit(place);
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: "ada", place: "Oslo" });
  });
});
