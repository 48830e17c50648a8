import { addAnswer, seedServer } from "./furnish.ts";
import { ScriptedServer } from "./scripted-server.ts";

/** A server for work on the client alone: seeded with charts, boards and chats, and with one answer to every question. */
export async function startDemonstration(): Promise<{ url: string; cookie: string }> {
  const server = await ScriptedServer.start();
  seedServer(server);
  server.answer = addAnswer;
  server.report = (fault) => console.warn(fault instanceof Error ? fault.message : fault);
  const { name, value } = server.sessionCookie;
  return { url: server.url, cookie: `${name}=${value}; Path=/; SameSite=Lax` };
}
