import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../util/class-names";
import { PageLink } from "./page-link";

export interface MenuProps {
  /** A button; it gets what makes it open the menu. */
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  className?: string;
  children: ReactNode;
}

export function Menu({ trigger, align = "end", side = "bottom", className, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            "z-50 min-w-48 animate-rise rounded-xl border border-line bg-raised p-1 text-sm shadow-floating",
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemClass =
  "flex w-full cursor-pointer select-none items-center gap-2.5 rounded-lg px-2.5 py-2 text-ink outline-none data-[highlighted]:bg-surface dark:data-[highlighted]:bg-line/60 [&_svg]:size-4 [&_svg]:text-faint";

export interface MenuItemProps {
  onSelect: () => void;
  isDangerous?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, isDangerous = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={classNames(itemClass, isDangerous && "!text-danger [&_svg]:!text-danger")}
    >
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLink({
  to,
  isDocument = false,
  children,
}: {
  to: string;
  isDocument?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item asChild>
      <PageLink to={to} reloadDocument={isDocument} className={itemClass}>
        {children}
      </PageLink>
    </DropdownMenu.Item>
  );
}

/** One of several that exclude each other. */
export function MenuChoice({ isChosen, onSelect, children }: MenuItemProps & { isChosen: boolean }) {
  return (
    <DropdownMenu.CheckboxItem checked={isChosen} onSelect={onSelect} className={itemClass}>
      {children}
      <DropdownMenu.ItemIndicator className="ml-auto">
        <Check aria-hidden />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-1.5 text-faint text-xs">{children}</DropdownMenu.Label>;
}

export function MenuDivider() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}
