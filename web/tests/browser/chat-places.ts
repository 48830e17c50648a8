import type { Locator, Page } from "playwright-core";
import type { ScriptedChat } from "./double/scripted-chat.ts";
import type { ScriptedServer } from "./double/scripted-server.ts";

/** A place with a chat, as a story uses it. */
export interface ChatPlace {
  name: string;
  /** Opens the place without a message, as a signed-in user. */
  open(page: Page, server: ScriptedServer): Promise<void>;
  /** The part of the page that has the chat. */
  chat(page: Page): Locator;
  field(page: Page): Locator;
  /** Whether the answer is shown in the place; otherwise on the chat page. */
  isAnsweredHere: boolean;
  /** Whether the first message creates the chat. */
  createsChat: boolean;
  /** Whether the place offers questions about samples. */
  offersSamples?: boolean;
}

const message = (page: Page) => page.getByRole("textbox", { name: "Your message" });

/** The newest chat of the server; undefined without one. */
export function newestChat(server: ScriptedServer): ScriptedChat | undefined {
  return [...server.chats.values()].at(-1);
}

const chatPage: ChatPlace = {
  name: "the chat page",
  open: async (page, server) => {
    const chat = newestChat(server) ?? server.createChat();
    await page.goto(`${server.url}/chats/${chat.id}`);
    await message(page).waitFor();
  },
  chat: (page) => page.getByRole("main"),
  field: message,
  isAnsweredHere: true,
  createsChat: false,
  offersSamples: true,
};

const board: ChatPlace = {
  name: "a board",
  open: async (page, server) => {
    const [known] = server.boards.boards.values();
    const created = newestChat(server);
    const note = { id: "n", type: "note", x: 0, y: 0, width: 240, height: 120, data: { markdown: "Tides" } } as const;
    const open = known ?? server.boards.create([note]);
    // The server knows the board's chat once it was created.
    if (known && created) known.chatId = created.id;
    await page.goto(`${server.url}/boards/${open.id}`);
    await page.locator(".react-flow__node").first().waitFor();
    if (!(await message(page).isVisible())) {
      await page.keyboard.press("Escape");
      await page.keyboard.press("a");
    }
    await message(page).waitFor();
  },
  chat: (page) => page.getByRole("complementary", { name: "Board chat" }),
  field: message,
  isAnsweredHere: true,
  createsChat: true,
};

const document: ChatPlace = {
  name: "a document",
  open: async (page, server) => {
    const [known] = server.product.portolans.all.values();
    const { id } = known ?? server.product.portolans.add({ title: "Rain", markdown: "Before." });
    await page.goto(`${server.url}/portolans/${id}`);
    await page.getByRole("button", { name: "Write with the assistant" }).click();
    await document.field(page).waitFor();
  },
  chat: (page) => page.getByRole("complementary", { name: "Assistant" }),
  field: (page) => page.getByLabel("What should the assistant write?"),
  isAnsweredHere: true,
  createsChat: true,
};

const start: ChatPlace = {
  name: "the start page",
  open: async (page, server) => {
    await page.goto(`${server.url}/start`);
    await start.field(page).waitFor();
  },
  chat: (page) => page.getByRole("main"),
  field: (page) => page.getByRole("textbox", { name: "Your question" }),
  isAnsweredHere: false,
  createsChat: true,
  offersSamples: true,
};

const extension: ChatPlace = {
  name: "the extension's panel",
  open: async (page, server) => {
    await page.goto(`${server.url}/extension?embedded_by=extension`);
    await page.getByText("No page captured").waitFor();
    await page.evaluate((origin) => {
      const tables = [
        {
          rows: [
            ["island", "rain"],
            ["Skye", "1810"],
          ],
        },
      ];
      const seen = { html: "<p>x</p>", url: "https://tides.example/", title: "Tides", tables };
      const data = { portolan: "page", number: Date.now(), action: "look", page: seen };
      window.dispatchEvent(new MessageEvent("message", { origin, source: window, data }));
    }, "chrome-extension://abcdefghijklmnop");
    await extension.field(page).waitFor();
  },
  chat: (page) => page.getByRole("main"),
  field: (page) => page.getByRole("textbox", { name: "A question about this page" }),
  isAnsweredHere: true,
  createsChat: true,
};

/** Every place with a chat. */
export const CHAT_PLACES: readonly ChatPlace[] = [chatPage, board, document, start, extension];
