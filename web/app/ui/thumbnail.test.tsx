import { useState } from "react";
import { expect, it } from "vitest";
import { click, get, render } from "../../tests/unit/render";
import { Thumbnail } from "./thumbnail";

function Themed() {
  const [theme, setTheme] = useState("light");
  return (
    <>
      <button type="button" onClick={() => setTheme("dark")} />
      <Thumbnail url={`/c1.svg?theme=${theme}`} />
    </>
  );
}

it("drops its picture for one of another theme instead of showing it until that is loaded", async () => {
  const place = await render(<Themed />);
  const light = get(place, "img");
  await click(place.querySelector("button"));
  expect(get(place, "img").getAttribute("src")).toBe("/c1.svg?theme=dark");
  expect(get(place, "img")).not.toBe(light);
});
