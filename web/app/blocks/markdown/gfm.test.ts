import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, it } from "vitest";
import { remarkReadGfm } from "./gfm.ts";

it.each([
  ["tables", "| a | b |\n| :- | -: |\n| 1 | 2 |"],
  ["task lists", "- [x] done\n- [ ] open"],
  ["footnotes", "A claim.[^1]\n\n[^1]: Its source."],
  ["strikethrough", "~~old~~ new"],
  ["autolinks", "See www.example.org and ada@example.org."],
])("reads %s as remark-gfm does", (_, markdown) => {
  const own = unified().use(remarkParse).use(remarkReadGfm).parse(markdown);
  expect(own).toEqual(unified().use(remarkParse).use(remarkGfm).parse(markdown));
});
