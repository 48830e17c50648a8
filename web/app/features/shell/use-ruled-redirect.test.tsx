import { act, useState } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { click, get, render } from "../../../tests/unit/render";
import { setRouteRules } from "../../util/route-rules";
import bundledRules from "../../util/route-rules.json";
import { useRuledRedirect } from "./use-ruled-redirect";

function Page() {
  const [version, setVersion] = useState(0);
  useRuledRedirect(version);
  const { pathname } = useLocation();
  return (
    <button type="button" onClick={() => setVersion(version + 1)}>
      {pathname}
    </button>
  );
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  );

afterEach(() => setRouteRules(bundledRules));

it("redirects a public page by the route rules of the build", async () => {
  setRouteRules([{ pattern: "/about", redirect: "/pricing" }]);
  expect((await open("/about")).textContent).toBe("/pricing");
  expect((await open("/contact")).textContent).toBe("/contact");
});

it("redirects the current page when newer rules redirect it", async () => {
  const place = await open("/about");
  expect(place.textContent).toBe("/about");
  await act(async () => setRouteRules([{ pattern: "/about", redirect: "/pricing" }]));
  await click(get(place, "button"));
  expect(place.textContent).toBe("/pricing");
});
