import { afterAll, beforeAll } from "vitest";
import { Browser } from "./browser.ts";
import { Portolan } from "./program.ts";

/** The real server and a browser. */
export interface RealStory {
  server: Portolan;
  browser: Browser;
}

/** To be called within `describe`: one server for its stories, set up by the variables of `environment`. */
export function realStories(environment: () => Promise<Record<string, string>> = async () => ({})): RealStory {
  const story = {} as RealStory;

  beforeAll(async () => {
    story.server = await Portolan.start(await environment());
    story.browser = await Browser.launch();
  });

  afterAll(async () => {
    await story.browser?.close();
    await story.server?.stop();
  });

  return story;
}
