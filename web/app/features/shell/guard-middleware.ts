import { redirect } from "react-router";
import { isComplete, type Profile, profileQuery } from "../../api/profile";
import { queryClient } from "../../api/query-client";
import { hasSession } from "../../api/session";
import { guard, needsSession } from "../../util/guards";
import { rememberPath } from "../../util/return-path";

/** Lets a page open, or leads to where something is asked for first. */
export async function guardMiddleware({ request }: { request: Request }): Promise<void> {
  const url = new URL(request.url);
  const profile = hasSession() && needsSession(url.pathname) ? await knownProfile() : null;
  const result = guard(url.pathname, {
    // The session may have turned out to be over while the profile was asked for.
    isSignedIn: hasSession(),
    isProfileComplete: profile && isComplete(profile),
    isAdmin: profile?.isAdmin ?? false,
  });
  if (result.verdict === "pass") return;
  if (result.detour !== null) rememberPath(result.detour, url.pathname + url.search);
  throw redirect(result.to);
}

/** Null where nobody knows, so that an unreachable server locks nobody out of their own pages. */
async function knownProfile(): Promise<Profile | null> {
  try {
    return await queryClient.ensureQueryData(profileQuery());
  } catch {
    return null;
  }
}
