import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  ChartColumn,
  Compass,
  NotebookText,
  PanelLeftClose,
  PanelLeftOpen,
  Plus,
  Search,
  SquareDashedMousePointer,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { profileQuery } from "../../api/profile";
import { IconButton } from "../../ui/button";
import { Logo, LogoMark } from "../../ui/logo";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { AccountMenu } from "./account-menu";
import { GuestNotice } from "./guest-notice";
import { PlanMeter } from "./plan-meter";
import { RecentChats } from "./recent-chats";
import { overlay } from "./shell-state";
import { setSidebarCollapsed } from "./sidebar-state";
import { sidebar as strings } from "./strings";

/** Sidebar content, also used in the drawer of small screens. */
export function SidebarContent({ onNavigate, headerEnd }: { onNavigate?: () => void; headerEnd?: ReactNode }) {
  const isContributor = useIsContributor();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only listens to links inside, which the keyboard reaches
    <div
      className="flex h-full flex-col"
      onClick={(event) => event.target instanceof Element && event.target.closest("a") && onNavigate?.()}
    >
      <div className="flex h-16 items-center justify-between pr-3 pl-5">
        <Link to={paths.start()} aria-label={strings.portolanStartPage} className="flex">
          <Logo />
        </Link>
        {headerEnd}
      </div>
      <nav aria-label={strings.main} className="flex min-h-0 flex-1 flex-col gap-5 px-3 pt-1">
        <ul className="flex flex-col gap-0.5">
          <SidebarLink to={paths.start()} icon={<Plus />} title={strings.new} />
          <SidebarLink to={paths.boards()} icon={<SquareDashedMousePointer />} title={strings.boards} />
          {isContributor && <SidebarLink to={paths.portolans()} icon={<Compass />} title={strings.charters} />}
          <SidebarLink to={paths.charts()} icon={<ChartColumn />} title={strings.charts} />
          <SidebarLink to={paths.portolans()} icon={<NotebookText />} title={strings.documents} />
          <SidebarLink to={paths.saved()} icon={<Bookmark />} title={strings.saved} />
          <li>
            <button
              type="button"
              onClick={() => overlay.set("palette")}
              className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-sm text-soft transition-colors duration-100 hover:bg-line/50 hover:text-ink"
            >
              <Search aria-hidden className="size-4" />
              {strings.search}
              <kbd className="ml-auto font-sans text-faint text-xs">⌘K</kbd>
            </button>
          </li>
        </ul>
        <RecentChats />
      </nav>
      <div className="flex flex-col gap-1 border-line border-t p-3">
        <GuestNotice />
        <PlanMeter />
        <AccountMenu />
      </div>
    </div>
  );
}

/** The narrow form: icons only. Beside a board it stays narrow. */
export function SidebarRail({ canOpen = true }: { canOpen?: boolean }) {
  const isContributor = useIsContributor();
  return (
    <div className="flex h-full flex-col items-center gap-1 py-3">
      <Link to={paths.start()} aria-label={strings.portolanStartPage} className="mb-2 p-1.5">
        <LogoMark />
      </Link>
      {canOpen && (
        <IconButton label={strings.expandSidebar} onClick={() => setSidebarCollapsed(false)}>
          <PanelLeftOpen aria-hidden className="size-4" />
        </IconButton>
      )}
      <RailLink to={paths.start()} label={strings.new}>
        <Plus aria-hidden className="size-4" />
      </RailLink>
      <RailLink to={paths.boards()} label={strings.boards}>
        <SquareDashedMousePointer aria-hidden className="size-4" />
      </RailLink>
      {isContributor && (
        <RailLink to={paths.portolans()} label={strings.charters}>
          <Compass aria-hidden className="size-4" />
        </RailLink>
      )}
      <RailLink to={paths.charts()} label={strings.charts}>
        <ChartColumn aria-hidden className="size-4" />
      </RailLink>
      <RailLink to={paths.portolans()} label={strings.documents}>
        <NotebookText aria-hidden className="size-4" />
      </RailLink>
      <RailLink to={paths.saved()} label={strings.saved}>
        <Bookmark aria-hidden className="size-4" />
      </RailLink>
      <IconButton label={strings.search} onClick={() => overlay.set("palette")}>
        <Search aria-hidden className="size-4" />
      </IconButton>
      <div className="mt-auto w-full px-2">
        <AccountMenu isNarrow />
      </div>
    </div>
  );
}

/** Whether the user has the Charters entry, which leads to what they publish. */
function useIsContributor(): boolean {
  const { data: profile } = useQuery(profileQuery());
  return profile?.isContributor ?? false;
}

export function CollapseButton() {
  return (
    <IconButton label={strings.collapseSidebar} onClick={() => setSidebarCollapsed(true)}>
      <PanelLeftClose aria-hidden className="size-4" />
    </IconButton>
  );
}

function SidebarLink({ to, icon, title }: { to: string; icon: ReactNode; title: string }) {
  return (
    <li>
      <NavLink
        to={to}
        end
        className={({ isActive }) =>
          classNames(
            "flex items-center gap-2.5 rounded-lg px-3 py-2 text-sm transition-colors duration-100 [&_svg]:size-4",
            isActive ? "bg-line/60 font-medium text-ink" : "text-soft hover:bg-line/50 hover:text-ink",
          )
        }
      >
        {icon}
        {title}
      </NavLink>
    </li>
  );
}

function RailLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end
      aria-label={label}
      title={label}
      className={({ isActive }) =>
        classNames(
          "inline-flex size-9 items-center justify-center rounded-lg hover:bg-line/50 hover:text-ink",
          isActive ? "bg-line/60 text-ink" : "text-soft",
        )
      }
    >
      {children}
    </NavLink>
  );
}
