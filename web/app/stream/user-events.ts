import type { UserEvent, UserPlan } from "../contract/types.ts";
import { ShapeError, validate } from "../contract/validate.ts";
import type { WireMessage } from "./decode.ts";
import { type ConnectionEnvironment, keepStream, type StreamConnection } from "./keep-stream.ts";
import type { TabChannel, TabEnvironment } from "./tabs.ts";

export type { UserEvent, UserPlan };

export type UserNotification = Extract<UserEvent, { event: "notification" }>["data"];

type UserTabMessage = { kind: "event"; event: UserEvent } | { kind: "seen"; id: string };

export interface UserEventHandlers {
  planChanged(plan: UserPlan): void;
  /** Called in the tab that is looked at; in a hidden one when it is shown, unless another has shown it by then. */
  notify(notification: UserNotification): void;
}

export interface UserEventEnvironment {
  connection: ConnectionEnvironment;
  tabs: TabEnvironment;
  url: string;
}

/**
 * The event stream of the user who is signed in: one for all tabs, as a browser allows few connections to a host. The
 * tab that holds the lock has it and tells the others.
 */
export function followUserEvents(handlers: UserEventHandlers, environment: UserEventEnvironment): { close(): void } {
  const { tabs, connection } = environment;
  const name = "portolan-user-events";
  const channel = tabs.openChannel<UserTabMessage>(name);
  const waiting = new Map<string, UserNotification>();
  let own: StreamConnection | null = null;

  const stopWaking = connection.onWake(() => {
    if (!tabs.isVisible()) return;
    for (const notification of waiting.values()) show(notification);
    waiting.clear();
  });
  channel?.onMessage((message) => {
    if (message.kind === "seen") waiting.delete(message.id);
    else take(message.event);
  });
  const giveLeadBack = channel ? tabs.requestLead(name, open) : open();

  return {
    close: () => {
      stopWaking();
      giveLeadBack?.();
      own?.close();
      channel?.close();
    },
  };

  function open() {
    own ??= keepStream(
      {
        url: () => environment.url,
        names: ["plan.changed", "notification"],
        link: () => undefined,
        message: (message) => {
          const event = readUserEvent(message);
          if (event === null) return true;
          // First here: another tab may say at once that it has shown it.
          take(event);
          channel?.post({ kind: "event", event });
          return true;
        },
      },
      connection,
    );
  }

  function take(event: UserEvent) {
    if (event.event === "plan.changed") return handlers.planChanged(event.data);
    if (tabs.isVisible()) show(event.data);
    else waiting.set(event.data.id, event.data);
  }

  function show(notification: UserNotification) {
    tell(channel, notification.id);
    handlers.notify(notification);
  }
}

function tell(channel: TabChannel<UserTabMessage> | null, id: string) {
  channel?.post({ kind: "seen", id });
}

/** Null for what this client does not understand. */
function readUserEvent({ type, data }: WireMessage): UserEvent | null {
  try {
    return validate("UserEvent", { event: type, data: JSON.parse(data) });
  } catch (error) {
    if (error instanceof ShapeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
