import { afterAll, beforeAll } from "vitest";
import { Person } from "./person.ts";
import { startMockUpstream } from "./program.ts";
import { type RealStory, realStories } from "./real-story.ts";

/** Fixture of stories with a remote model: the real server and a signed-up user. */
export interface RemoteStory extends RealStory {
  person: Person;
}

/** To be called within `describe`: one server for its stories; `plan` is what the scripted model answers, for a price in `environment`. */
export function remoteStories(plan: string, environment: Record<string, string> = {}): RemoteStory {
  let upstream: Awaited<ReturnType<typeof startMockUpstream>>;
  // Hooks that are named first run last: the model outlives its server.
  afterAll(() => upstream?.stop());

  const story = realStories(async () => {
    upstream = await startMockUpstream(plan);
    return {
      OPENAI_API_KEY: "not-a-real-key",
      OPENAI_BASE_URL: upstream.url,
      PORTOLAN_MODEL: "mock",
      ...environment,
    };
  }) as RemoteStory;

  beforeAll(async () => {
    story.person = new Person(await story.browser.newPage(), story.server.url);
    await story.person.signUp();
  });

  return story;
}
