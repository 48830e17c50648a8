import { lazy, Suspense } from "react";
import { createStore, useStore } from "../util/store";

/** A message that comes and goes by itself. */
export interface Notification {
  id?: string;
  title: string;
  description?: string;
  color?: "neutral" | "green" | "red";
  /** Milliseconds until it goes; hovering stops the clock. */
  timeout?: number;
  actions?: { label: string; click: () => void }[];
}

const defaultTimeoutMs = 5_000;

const isWanted = createStore(false);
let announceReady: () => void = () => {};
const ready = new Promise<void>((resolve) => {
  announceReady = resolve;
});

const Toaster = lazy(async () => ({ default: (await import("./toaster")).Toaster }));

/** The corner that notifications appear in; its code is loaded with the first of them. */
export function ToastHost() {
  const wanted = useStore(isWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster onReady={announceReady} />
    </Suspense>
  ) : null;
}

export async function notify(notification: Notification): Promise<void> {
  isWanted.set(true);
  const [{ toast }] = await Promise.all([import("sonner"), ready]);
  const { color = "neutral", title, timeout = defaultTimeoutMs, actions = [], ...rest } = notification;
  const [action, cancel] = actions;
  const show = { neutral: toast, green: toast.success, red: toast.error }[color];
  show(title, {
    ...rest,
    duration: timeout,
    action: action && { label: action.label, onClick: action.click },
    cancel: cancel && { label: cancel.label, onClick: cancel.click },
  });
}
