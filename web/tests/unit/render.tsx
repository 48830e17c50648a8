import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Puts something on the page until the test ends. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () => root.render(node));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  return place;
}

/** Types a whole value into a field with the browser's input events. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Chooses an option of a list. */
export async function choose(list: HTMLSelectElement, value: string): Promise<void> {
  await act(async () => {
    list.value = value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

export async function leave(field: HTMLElement): Promise<void> {
  await act(async () => field.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
}

export async function submit(place: HTMLElement): Promise<void> {
  const form = place.querySelector("form");
  await act(async () => form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
}

export async function click(button: Element | null | undefined): Promise<void> {
  await act(async () => button?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
}

/** Returns the element; fails the test if it is missing. */
export function get<T extends Element = HTMLElement>(place: ParentNode, selector: string): T {
  const element = place.querySelector<T>(selector);
  if (element === null) throw new Error(`nothing matches ${selector}`);
  return element;
}
