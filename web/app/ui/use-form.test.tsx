import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { get, leave, render, submit, type } from "../../tests/unit/render";
import { InputField } from "./field";
import { FormFailures } from "./form-failures";
import { type FormFailure, type FormSchema, useForm } from "./use-form";

interface Values extends Record<string, string> {
  name: string;
  place: string;
}

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter a name.")),
  place: z.string().check(z.minLength(1, "Enter a place.")),
});

function TestForm({ send }: { send: (values: Values) => Promise<FormFailure<Values> | undefined> }) {
  const form = useForm({ initial: { name: "", place: "Oslo" }, schema, submit: send });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <InputField label="Name" {...form.field("name")} />
      <InputField label="Place" {...form.field("place")} />
      <div data-failures>
        <FormFailures message={form.message} failures={form.failures} labels={{ name: "Name", place: "Place" }} />
      </div>
    </form>
  );
}

function OddForm() {
  useForm({ initial: {}, schema: {} as FormSchema<object>, submit: async () => undefined });
  return null;
}

const advance = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const field = (place: HTMLElement, name: string) => get<HTMLInputElement>(place, `input[name=${name}]`);
const alerts = (place: HTMLElement) =>
  [...place.querySelectorAll("[role=alert]")].slice(0, 2).map((alert) => alert.textContent);

describe("a form", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("validates input 300 ms after the last key", async () => {
    const place = await render(<TestForm send={async () => undefined} />);
    await type(field(place, "place"), "B");
    await type(field(place, "place"), "");
    await advance(299);
    expect(alerts(place)).toEqual(["", ""]);
    await advance(1);
    expect(alerts(place)).toEqual(["", "Enter a place."]);
    expect(field(place, "place").getAttribute("aria-invalid")).toBe("true");
  });

  it("validates a field on blur once it was edited", async () => {
    const place = await render(<TestForm send={async () => undefined} />);
    await leave(field(place, "name"));
    await type(field(place, "place"), "");
    await leave(field(place, "place"));
    expect(alerts(place)).toEqual(["", "Enter a place."]);
  });

  it("delays validation on blur until mouse up so that the layout doesn't shift", async () => {
    const place = await render(<TestForm send={async () => undefined} />);
    await type(field(place, "place"), "");
    await act(async () => void window.dispatchEvent(new Event("pointerdown")));
    await leave(field(place, "place"));
    expect(alerts(place)).toEqual(["", ""]);
    await act(async () => void window.dispatchEvent(new Event("pointerup")));
    await advance(1);
    expect(alerts(place)).toEqual(["", "Enter a place."]);
  });

  it("doesn't submit invalid input and focuses the first invalid field", async () => {
    const send = vi.fn(async () => undefined);
    const place = await render(<TestForm send={send} />);
    await submit(place);
    expect(send).not.toHaveBeenCalled();
    expect(alerts(place)).toEqual(["Enter a name.", ""]);
    expect(document.activeElement).toBe(field(place, "name"));
  });

  it("shows server errors next to their fields and other errors above the form", async () => {
    const place = await render(
      <TestForm send={async () => ({ fields: { name: "This name is taken." }, message: "Try again." })} />,
    );
    await type(field(place, "name"), "ada");
    await submit(place);
    expect(alerts(place)).toEqual(["This name is taken.", ""]);
    expect(get(place, "[data-failures]").textContent).toBe("Try again.");
    expect(field(place, "name").getAttribute("aria-describedby")).toContain("error");
  });

  it("lists errors when more than one field is invalid", async () => {
    const place = await render(<TestForm send={async () => undefined} />);
    await type(field(place, "place"), "");
    await submit(place);
    expect([...place.querySelectorAll("[data-failures] li")].map((line) => line.textContent)).toEqual([
      "Name: Enter a name.",
      "Place: Enter a place.",
    ]);
  });

  it("submits the values that the schema returns", async () => {
    const send = vi.fn(async () => undefined);
    const place = await render(<TestForm send={send} />);
    await type(field(place, "name"), "  ada ");
    await submit(place);
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: "ada", place: "Oslo" });
  });

  it("throws for an unsupported schema", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await expect(render(<OddForm />)).rejects.toThrow("Form validation failed: Unsupported form schema");
  });

  it("submits once when clicked repeatedly", async () => {
    const send = vi.fn(() => new Promise<undefined>(() => {}));
    const place = await render(<TestForm send={send} />);
    await type(field(place, "name"), "ada");
    await submit(place);
    await submit(place);
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: "ada", place: "Oslo" });
  });
});
