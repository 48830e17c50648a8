import { lazy, type ReactNode, Suspense } from "react";
import { createStore, useStore } from "../util/store";

/** A message that comes and goes by itself. */
export interface ToastMessage {
  /** A second one with the same id takes the place of the first. */
  id?: string;
  title: string;
  description?: string;
  icon?: ReactNode;
  /** The picture of anyone who it is about, in place of an icon. */
  avatar?: { src: string; alt: string };
  /** Milliseconds until it goes; hovering stops the clock. */
  timeout?: number;
  actions?: { label: string; click: () => void }[];
  color?: "neutral" | "green" | "amber" | "red";
}

export const defaultTimeoutMs = 5_000;

const isWanted = createStore(false);
let announceReady: () => void = () => {};
const ready = new Promise<void>((resolve) => {
  announceReady = resolve;
});

/** Preloads the notification renderer, in case the connection is lost when it is needed. */
export const loadToaster = () => import("./toaster");
const Toaster = lazy(async () => ({ default: (await loadToaster()).Toaster }));

/** The corner that notifications appear in; its code is loaded with the first of them. */
export function ToastHost() {
  const wanted = useStore(isWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster onReady={announceReady} />
    </Suspense>
  ) : null;
}

export async function notify(notification: ToastMessage): Promise<void> {
  isWanted.set(true);
  const [{ showToast }] = await Promise.all([loadToaster(), ready]);
  showToast(notification);
}
