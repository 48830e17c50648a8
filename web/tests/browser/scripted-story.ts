import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { Browser } from "./browser.ts";
import { ScriptedServer } from "./double/scripted-server.ts";

/** Fixture of stories on the scripted server: a signed-in user and a page. */
export interface ScriptedStory {
  browser: Browser;
  server: ScriptedServer;
  page: Page;
}

/** To be called within `describe`: a new server and page for each story, and no error on any page. */
export function scriptedStories(): ScriptedStory {
  const story = {} as ScriptedStory;

  beforeAll(async () => {
    story.browser = await Browser.launch();
  });

  afterAll(() => story.browser?.close());

  beforeEach(async () => {
    story.server = await ScriptedServer.start();
    await story.browser.context.clearCookies();
    await story.browser.context.addCookies([story.server.sessionCookie]);
    story.page = await story.browser.newPage();
  });

  afterEach(async () => {
    for (const open of story.browser.context.pages().slice(1)) await open.close();
    await story.server.close();
    expect(story.browser.errors.splice(0)).toEqual([]);
  });

  return story;
}
