import { expect, it } from "vitest";
import { embedCode } from "./embed-dialog";

it("escapes the title in the embed code", () => {
  const code = embedCode({ id: "c1", title: 'A "quoted" <b>title</b> & more' }, "https://portolan.example");
  expect(code).toContain('src="https://portolan.example/embed/charts/c1"');
  const place = document.createElement("div");
  place.innerHTML = code;
  const frame = place.querySelector("iframe");
  expect(frame?.title).toBe('A "quoted" <b>title</b> & more');
  expect(place.querySelector("b")).toBeNull();
  expect(place.querySelector("script")?.textContent).toContain("portolan-c1");
  // A frame that tells of its height before its picture is there must not vanish.
  expect(code).toContain("e.data.height>0");
});
