import type { TabChannel } from "../tabs.ts";

/** The lock and the channel that the tabs of one browser share. */
export class SharedBrowser {
  #queue: (() => void)[] = [];
  #listeners = new Map<object, (message: unknown) => void>();

  requestLead(lead: () => void): () => void {
    this.#queue.push(lead);
    if (this.#queue.length === 1) lead();
    return () => {
      const place = this.#queue.indexOf(lead);
      this.#queue.splice(place, 1);
      if (place === 0) this.#queue[0]?.();
    };
  }

  openChannel<Message>(): TabChannel<Message> {
    const self = {};
    return {
      post: (message) => {
        for (const [tab, listener] of this.#listeners) if (tab !== self) listener(structuredClone(message));
      },
      onMessage: (listener) => this.#listeners.set(self, listener as (message: unknown) => void),
      close: () => this.#listeners.delete(self),
    };
  }
}
