import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { render } from "../../../tests/unit/render";
import { chartIdOf, DocumentMarkdown } from "./document-markdown";

async function show(markdown: string): Promise<HTMLElement> {
  const element = (
    <DocumentMarkdown markdown={markdown} chart={(id, title) => <figure data-chart={id}>{title}</figure>} />
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

describe("a document", () => {
  it("renders a chart in place of its line", async () => {
    const place = await show("Before.\n\n![Rain by month](/charts/019b-a)\n\nAfter.");
    expect(place.querySelector("figure")?.outerHTML).toBe('<figure data-chart="019b-a">Rain by month</figure>');
    expect(place.querySelectorAll("p").length).toBe(2);
    expect(place.querySelector("img")).toBeNull();
  });

  it("renders a chart inside a sentence as a link with its title", async () => {
    const place = await show("See ![Rain](/charts/c1) for more.");
    expect(place.querySelector("a")?.getAttribute("href")).toBe("/charts/c1");
  });

  it("numbers footnotes across charts and links them both ways", async () => {
    const place = await show("Wet.[^1]\n\n![Rain](/charts/c1)\n\n[^1]: Page 3 of the report.");
    expect(place.querySelector("sup a")?.getAttribute("href")).toBe("#user-content-fn-1");
    expect(place.querySelector("#user-content-fn-1")?.textContent).toContain("Page 3 of the report.");
  });

  it("loads no external content and runs no script", async () => {
    const place = await show(
      [
        "<script>alert(1)</script>",
        "![x](https://evil.example/p.png)",
        "[a](javascript:alert(1))",
        "[b](//evil.example)",
        "![c](/charts/../api/x)",
      ].join("\n\n"),
    );
    expect(place.querySelector("script, img, iframe")).toBeNull();
    const addresses = [...place.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(addresses).toEqual(["https://evil.example/p.png"]);
  });

  it("puts its headings below the page title", async () => {
    const place = await show("# One\n\n## Two");
    expect([...place.querySelectorAll("h1, h2, h3")].map(({ tagName }) => tagName)).toEqual(["H2", "H3"]);
  });

  it("ignores chart links to other sites", () => {
    expect(chartIdOf("/charts/a-1")).toBe("a-1");
    for (const address of ["/charts/", "/charts/a/b", "https://x/charts/a", "//charts/a", "/boards/a", undefined]) {
      expect(chartIdOf(address)).toBeNull();
    }
  });
});
