// Finds the client's interface text: the values of the catalogues, and text in components that belongs into one.
import { parseSync, Visitor } from "rolldown/utils";

const textAttributes = new Set(["title", "label", "aria-label", "description", "placeholder", "alt", "hint", "lead"]);

/** Pages for developers, which no user sees. */
const developerPages = /^web\/app\/(?:features|routes)\/workbench/;

/**
 * Returns the interface texts of a file of the client, each with its line. Text in markup or in the attribute of a
 * component is outside of a catalogue.
 */
export function interfaceTextsOf({ path, text }) {
  if (!path.startsWith("web/app/") || /\.test\./.test(path) || developerPages.test(path)) return [];
  if (/strings\.ts$/.test(path)) return textsOf(path, text, catalogueVisitor);
  return path.endsWith(".tsx") ? textsOf(path, text, markupVisitor) : [];
}

function textsOf(path, source, visitorOf) {
  const found = [];
  const add = (node, text, isOutsideCatalogue) => {
    if (/\p{L}{2}/u.test(text)) found.push({ line: lineAt(source, node.start), text, isOutsideCatalogue });
  };
  const { program } = parseSync(path, source);
  new Visitor(visitorOf(add)).visit(program);
  return found;
}

function catalogueVisitor(add) {
  return {
    Literal(node) {
      if (typeof node.value === "string") add(node, node.value, false);
    },
    TemplateLiteral(node) {
      add(node, node.quasis.map((quasi) => quasi.value.cooked).join("…"), false);
    },
  };
}

function markupVisitor(add) {
  return {
    JSXText(node) {
      add(node, node.value.trim(), true);
    },
    JSXAttribute({ name, value }) {
      if (value?.type === "Literal" && textAttributes.has(name.name)) add(value, value.value, true);
    },
  };
}

function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}
