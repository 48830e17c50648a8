import { afterAll, beforeAll } from "vitest";
import { Browser } from "./browser.ts";
import { Person } from "./person.ts";
import { Portolan, startMockUpstream } from "./program.ts";

/** What each story of a remote model has: the real server, and somebody who has signed up. */
export interface RemoteStory {
  server: Portolan;
  browser: Browser;
  person: Person;
}

/** To be called within `describe`: one server for its stories; `plan` is what the scripted model answers, for a price in `environment`. */
export function remoteStories(plan: string, environment: Record<string, string> = {}): RemoteStory {
  const story = {} as RemoteStory;
  let upstream: Awaited<ReturnType<typeof startMockUpstream>>;

  beforeAll(async () => {
    upstream = await startMockUpstream(plan);
    story.server = await Portolan.start({
      OPENAI_API_KEY: "not-a-real-key",
      OPENAI_BASE_URL: upstream.url,
      PORTOLAN_MODEL: "mock",
      ...environment,
    });
    story.browser = await Browser.launch();
    story.person = new Person(await story.browser.newPage(), story.server.url);
    await story.person.signUp();
  });

  afterAll(async () => {
    await story.browser?.close();
    await story.server?.stop();
    await upstream?.stop();
  });

  return story;
}
