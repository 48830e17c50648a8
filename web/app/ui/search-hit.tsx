import { NavLink } from "react-router";
import { classNames } from "../util/class-names";
import { Snippet, withoutMarkdown, withoutTitle } from "./snippet";
import { searchHit as strings } from "./strings";

export interface SearchHitLinkProps {
  to: string;
  title: string;
  snippet: string | null;
  className?: string;
}

/** A search result with the text around the match. */
export function SearchHitLink({ to, title, snippet, className }: SearchHitLinkProps) {
  const around = snippet && withoutTitle(snippet, title);
  return (
    <NavLink
      to={to}
      className={classNames(
        "block rounded-lg px-3 py-1.5 text-sm transition-colors duration-100 hover:bg-line/50",
        className,
      )}
    >
      <span className="block truncate">{title || strings.newChat}</span>
      {around && (
        <span dir="auto" className="line-clamp-2 text-faint text-xs">
          <Snippet text={withoutMarkdown(around)} />
        </span>
      )}
    </NavLink>
  );
}
