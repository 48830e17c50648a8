import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useMatch } from "react-router";
import { IconButton } from "../../ui/button";
import { Drawer } from "../../ui/dialog";
import { LogoMark } from "../../ui/logo";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { useStore } from "../../util/store";
import { CollapseButton, SidebarContent, SidebarRail } from "./sidebar";
import { sidebarCollapsed } from "./sidebar-state";
import { appFrame as text } from "./strings";

/** The signed-in page: the sidebar, a drawer on small screens, and the content beside it. A board has most of the room. */
export function AppFrame({ children }: { children: ReactNode }) {
  const board = useMatch("/boards/:boardId");
  const hasBoard = board !== null && board.pathname !== paths.newBoard();
  const isCollapsed = useStore(sidebarCollapsed) || hasBoard;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <aside
        className={classNames(
          "sticky top-0 hidden h-dvh shrink-0 border-line border-r bg-surface lg:block print:hidden",
          isCollapsed ? "w-16" : "w-64",
        )}
      >
        {isCollapsed ? <SidebarRail canOpen={!hasBoard} /> : <SidebarContent headerEnd={<CollapseButton />} />}
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-paper/90 px-3 backdrop-blur-md lg:hidden print:hidden">
        <IconButton label={text.openMenu} onClick={() => setDrawerOpen(true)}>
          <Menu aria-hidden className="size-5" />
        </IconButton>
        <Link to={paths.start()} aria-label={text.portolanStartPage} className="mx-auto pr-9">
          <LogoMark />
        </Link>
      </header>
      <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} title={text.menu}>
        <SidebarContent onNavigate={() => setDrawerOpen(false)} />
      </Drawer>
      <main id="content" className="flex min-w-0 flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}
