import { expect, it } from "vitest";
import { contentOfAddress, contentOfItem } from "./own-things";

const site = "https://site.example";
const id = "01a1ff04-3b17-7000-8c31-dae884917ff2";

it.each([
  [`${site}/charts/${id}?theme=dark#x`, { type: "chart", data: { chartId: id } }],
  [`${site}/chats/${id}`, { type: "chat", data: { chatId: id } }],
  [`${site}/portolans/${id}`, { type: "portolan", data: { portolanId: id } }],
  [`${site}/social.png?v=2`, { type: "picture", data: { url: "/social.png?v=2" } }],
  ["https://a.example/b/C.JPG", { type: "picture", data: { url: "https://a.example/b/C.JPG" } }],
])("knows what %s stands for", (address, content) => {
  expect(contentOfAddress(address, site)).toEqual(content);
});

it.each([
  `https://other.example/charts/${id}`,
  `${site}/charts/new`,
  `${site}/charts/${id}/edit`,
  `${site}/boards/${id}`,
  "https://a.example/",
  "javascript:alert(1)//.png",
  "data:image/png;base64,AAAA.png",
  "words",
])("leaves %s to be read", (address) => {
  expect(contentOfAddress(address, site)).toBeNull();
});

it("names what has a title", () => {
  expect(contentOfItem("chat", id, "")).toEqual({ type: "chat", data: { chatId: id } });
  expect(contentOfItem("chart", id, "Rain")).toEqual({ type: "chart", data: { chartId: id, title: "Rain" } });
});
