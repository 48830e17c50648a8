/** Allowed SVG elements and attributes; everything else is removed. */
const allowedElements = new Set([
  "svg",
  "g",
  "path",
  "rect",
  "line",
  "circle",
  "ellipse",
  "polygon",
  "polyline",
  "text",
  "tspan",
  "title",
  "desc",
  "defs",
  "clipPath",
  "linearGradient",
  "radialGradient",
  "stop",
]);

/** Reads an SVG as an element for the page, without scripts, event handlers, links and foreign content. */
export function stripSvg(markup: string): SVGSVGElement | undefined {
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return undefined;
  strip(root);
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

function strip(element: Element) {
  for (const attribute of [...element.attributes]) {
    if (!isHarmless(attribute.name.toLowerCase(), attribute.value)) element.removeAttribute(attribute.name);
  }
  for (const child of [...element.children]) {
    if (allowedElements.has(child.localName)) strip(child);
    else child.remove();
  }
}

function isHarmless(name: string, value: string): boolean {
  if (name.startsWith("on") || name === "href" || name.endsWith(":href")) return false;
  if (name === "style") return !/url\s*\(|@import|expression/i.test(value);
  // References within the picture are the only ones.
  return !/url\s*\(\s*["']?\s*(?!["']?#)/i.test(value);
}
