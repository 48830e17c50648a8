import { signOut } from "./auth";
import { forgetSession } from "./forget-session";

/** Signs out here. This browser forgets the session even if the server can't be reached. */
export async function leaveSession(): Promise<void> {
  await signOut().catch(() => undefined);
  forgetSession();
}
