import { signInAnonymously } from "../../api/auth-methods";
import { signInWaysQuery } from "../../api/auth-settings";
import { createChat, sendMessage } from "../../api/chats";
import { queryClient } from "../../api/query-client";
import { samplesQuery } from "../../api/samples";
import { hasSession } from "../../api/session";
import { sampleSource } from "../../api/sources";
import { paths } from "../../util/page-paths";
import { randomId } from "../../util/random-id";
import { rememberPath } from "../../util/return-path";

/**
 * Signs a visitor in as a guest, asks the first question of a sample, and returns the path of its answer. Without a sample the
 * path is that of the start page; without anonymous sign-in it is that of the sign-up page, which leads back here.
 */
export async function openAsGuest(sampleName: string | null): Promise<string> {
  if (!hasSession() && !(await becomeGuest())) {
    rememberPath("login", paths.try(sampleName ?? undefined));
    return paths.login("sign-up");
  }
  return sampleName === null ? paths.start() : askSample(sampleName);
}

/** False if the server has no guests, or has too many from here at the moment. */
async function becomeGuest(): Promise<boolean> {
  const ways = await queryClient.ensureQueryData(signInWaysQuery());
  if (!ways.anonymous) return false;
  const { outcome } = await signInAnonymously();
  if (outcome !== "signed-in") return false;
  queryClient.clear();
  return true;
}

async function askSample(name: string): Promise<string> {
  const sample = (await queryClient.ensureQueryData(samplesQuery())).find((each) => each.name === name);
  const question = sample?.questions[0];
  if (question === undefined) return paths.start();
  const [sources, { id }] = await Promise.all([sampleSource(name), createChat({})]);
  await sendMessage(
    id,
    { text: question, sourceIds: sources.map((source) => source.id), parentTurnId: null },
    randomId(),
  );
  return paths.chat(id);
}
