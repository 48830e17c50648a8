import { type ComponentProps, memo, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import { Link } from "react-router";
import { documentMarkdown as strings } from "../strings";
import { CodeBlock } from "./code-block.tsx";
import { remarkReadGfm } from "./gfm.ts";
import { InertImage } from "./inert-image.tsx";
import { OUTWARD } from "./outward.ts";
import { safeLink } from "./safe-link.ts";
import { TaskBox } from "./task-box.tsx";

type MarkdownElement = {
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: readonly MarkdownElement[];
};

const plugins: NonNullable<ComponentProps<typeof Markdown>["remarkPlugins"]> = [remarkReadGfm];

export interface DocumentMarkdownProps {
  markdown: string;
  /** Draws a chart in the place of the line that names it. */
  chart: (chartId: string, title: string) => ReactNode;
}

/**
 * A whole document: Markdown with charts of this site in lines of their own (`![title](/charts/{id})`) and references as
 * footnotes. Other pictures are links that say where they lead, and raw HTML stays text.
 */
export const DocumentMarkdown = memo(function DocumentMarkdown({ markdown, chart }: DocumentMarkdownProps) {
  return (
    <Markdown remarkPlugins={plugins} components={componentsWith(chart)} urlTransform={keepPath}>
      {markdown}
    </Markdown>
  );
});

/** The id of the chart that an address of this site names; null for every other address. */
export function chartIdOf(address: unknown): string | null {
  return typeof address === "string" ? (/^\/charts\/([\w-]{1,64})$/.exec(address)?.[1] ?? null) : null;
}

function componentsWith(chart: DocumentMarkdownProps["chart"]): Components {
  return {
    p: ({ node, children }) => {
      const [only, ...others] = (node?.children ?? []) as readonly MarkdownElement[];
      const id = others.length === 0 && only?.tagName === "img" ? chartIdOf(only.properties?.src) : null;
      // A figure may not stand within a paragraph.
      return id === null ? <p>{children}</p> : chart(id, String(only?.properties?.alt ?? ""));
    },
    pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
    img: ({ src, alt }) => {
      const id = chartIdOf(src);
      if (id !== null) return <Link to={`/charts/${id}`}>{alt || strings.chart}</Link>;
      return <InertImage source={typeof src === "string" ? src : undefined} text={alt ?? ""} />;
    },
    a: ({ href, id, className, children, ...rest }) => {
      if (href?.startsWith("#")) {
        return (
          <a href={href} id={id} className={className} aria-label={rest["aria-label"]}>
            {children}
          </a>
        );
      }
      if (href?.startsWith("/")) return <Link to={href}>{children}</Link>;
      const link = safeLink(href);
      if (link === null) return <span>{children}</span>;
      return (
        <a href={link.href} {...OUTWARD}>
          {children}
        </a>
      );
    },
    input: ({ checked }) => <TaskBox isDone={checked ?? false} />,
    table: ({ children }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard, too
      <section className="answer-table" aria-label={strings.table} tabIndex={0}>
        <table>{children}</table>
      </section>
    ),
    // The document's title is the page's heading: those of its text are below it.
    h1: "h2",
    h2: "h3",
    h3: "h4",
    h4: "h5",
    h5: "h6",
  };
}

/** Paths of this site and places within the document stay as they are; what else is no web or mail address goes. */
function keepPath(address: string): string {
  if (/^#/.test(address) || /^\/(?![/\\])/.test(address)) return address;
  return safeLink(address)?.href ?? "";
}
