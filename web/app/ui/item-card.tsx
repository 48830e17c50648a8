import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "./card";
import { Thumbnail } from "./thumbnail";

export interface ItemCardProps {
  to: string;
  title: string;
  /** A drawn picture of it; its place keeps the lines of a portolan if there is none. */
  thumbnailUrl: string | null;
  /** Details below the title: type, author, date. */
  note: ReactNode;
  /** Actions shown beside the note. */
  action?: ReactNode;
}

/** A chart, board or document as a card that leads to it. Cards out of sight are not laid out. */
export function ItemCard({ to, title, thumbnailUrl, note, action }: ItemCardProps) {
  return (
    <Card className="relative h-full overflow-hidden transition-[border-color,box-shadow] duration-100 [contain-intrinsic-size:auto_20rem] [content-visibility:auto] hover:border-line-strong hover:shadow-raised">
      <Thumbnail url={thumbnailUrl} />
      <div className="border-line border-t px-4 py-3.5">
        <h2 className="line-clamp-2 font-medium text-sm">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-2xl" dir="auto">
            {title}
          </Link>
        </h2>
        <div className="mt-1.5 flex min-h-6 items-center justify-between gap-2 text-faint text-xs">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">{note}</span>
          {action !== undefined && <span className="relative z-10">{action}</span>}
        </div>
      </div>
    </Card>
  );
}
