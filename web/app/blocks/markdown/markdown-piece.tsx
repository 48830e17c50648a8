import { type ComponentProps, memo, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import type { TextRange } from "../../stream/blocks.ts";
import { Citation } from "../citation.tsx";
import { markdownPiece as strings } from "../strings";
import { remarkCitations } from "./citations.ts";
import { CodeBlock } from "./code-block.tsx";
import { remarkReadGfm } from "./gfm.ts";
import { InertImage } from "./inert-image.tsx";
import { OUTWARD } from "./outward.ts";
import { safeLink } from "./safe-link.ts";
import { TaskBox } from "./task-box.tsx";
import { remarkUnverified, UNVERIFIED } from "./unverified.ts";

type Plugins = NonNullable<ComponentProps<typeof Markdown>["remarkPlugins"]>;

const plugins: Plugins = [remarkReadGfm, remarkCitations];

/** Elements of an answer. Raw HTML stays text; nothing is fetched by itself. */
const components: Components = {
  a: ({ href, children }) => <OutwardLink href={href}>{children}</OutwardLink>,
  img: ({ src, alt }) => <InertImage source={typeof src === "string" ? src : undefined} text={alt ?? ""} />,
  sup: ({ node }) => <Citation index={Number(node?.properties.dataCitation)} />,
  mark: ({ children }) => (
    <mark className="answer-unverified" title={UNVERIFIED} aria-description={UNVERIFIED}>
      {children}
    </mark>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  input: ({ checked }) => <TaskBox isDone={checked ?? false} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard, too
    <section className="answer-table" aria-label={strings.table} tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  // The chat's title is the page's heading: those of an answer are below it.
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
};

interface MarkdownPieceProps {
  text: string;
  /** Parts of the text to mark as numbers that no query produced. */
  unverified?: readonly TextRange[] | undefined;
}

/** Markdown of an answer, parsed once for each text. */
export const MarkdownPiece = memo(function MarkdownPiece({ text, unverified }: MarkdownPieceProps) {
  const isMarked = unverified !== undefined && unverified.length > 0;
  return (
    <Markdown
      // References are cut out of the text, so that what goes by places in it comes first.
      remarkPlugins={isMarked ? [remarkReadGfm, [remarkUnverified, unverified], remarkCitations] : plugins}
      components={components}
    >
      {text}
    </Markdown>
  );
});

function OutwardLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const link = safeLink(href);
  if (link === null) return <span>{children}</span>;
  const isSaid = typeof children === "string" && children.includes(link.host);
  return (
    <a href={link.href} {...OUTWARD}>
      {children}
      {!isSaid && <span className="answer-host"> ({link.host})</span>}
    </a>
  );
}
