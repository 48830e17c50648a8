import { EllipsisVertical } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { IconButton } from "../../ui/button";
import { Menu } from "../../ui/menu";

/** The actions of a table's row. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return <Menu trigger={<RowMenuButton label={label} />}>{children}</Menu>;
}

/** A component of its own: the menu gives its trigger what opens it. */
function RowMenuButton({ label, ...props }: ComponentProps<"button"> & { label: string }) {
  return (
    <IconButton {...props} label={label} className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
}
