import {
  Activity,
  ArrowLeft,
  Award,
  ChartColumn,
  Compass,
  Cpu,
  FileText,
  Gauge,
  Globe,
  KeyRound,
  LayoutDashboard,
  Mail,
  MessageSquareHeart,
  RotateCcw,
  ScanEye,
  ScrollText,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { Logo } from "../../ui/logo";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { adminFrame as strings } from "./strings";

const links = [
  { to: paths.admin(), title: strings.overview, Icon: LayoutDashboard },
  { to: paths.adminLatestChats(), title: strings.latestChats, Icon: Activity },
  { to: paths.adminChatViewer(), title: strings.chatViewer, Icon: ScanEye },
  { to: paths.adminCharts(), title: strings.charts, Icon: ChartColumn },
  { to: paths.adminPortolans(), title: strings.documents, Icon: FileText },
  { to: paths.adminDiscover(), title: strings.discover, Icon: Compass },
  { to: paths.adminContributors(), title: strings.charters, Icon: Award },
  { to: paths.adminUserUsage(), title: strings.userUsage, Icon: Gauge },
  { to: paths.adminUserFeedback(), title: strings.userFeedback, Icon: MessageSquareHeart },
  { to: paths.adminDomainStats(), title: strings.domainStats, Icon: Globe },
  { to: paths.adminModels(), title: strings.models, Icon: Cpu },
  { to: paths.adminReplays(), title: strings.replays, Icon: RotateCcw },
  { to: paths.adminMail(), title: strings.mail, Icon: Mail },
  { to: paths.adminApiKeys(), title: strings.apiKeys, Icon: KeyRound },
  { to: paths.adminAuditLog(), title: strings.auditLog, Icon: ScrollText },
];

/** The administrators' pages, with their own ways beside them; above them on small screens. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // On a narrow screen the list of pages is wider than it: the one that is open is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [pathname]);
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <header className="sticky top-0 z-30 flex shrink-0 flex-col gap-1 border-line border-b bg-surface px-3 py-2 lg:h-dvh lg:w-60 lg:border-r lg:border-b-0 lg:py-4">
        <div className="flex items-center justify-between px-2 lg:mb-4">
          <Link to={paths.admin()} aria-label={strings.portolanAdministration} className="flex items-center gap-2">
            <Logo />
            <span className="text-faint text-xs">{strings.admin}</span>
          </Link>
          <Link to={paths.start()} className="text-soft text-sm hover:text-ink lg:hidden">
            {strings.exit}
          </Link>
        </div>
        <nav
          aria-label={strings.administration}
          className="-mx-3 overflow-x-auto px-3 [scrollbar-width:none] lg:mx-0 lg:px-0"
        >
          <ul ref={list} className="flex gap-1 lg:flex-col lg:gap-0.5">
            {links.map(({ to, title, Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  className={({ isActive }) =>
                    classNames(
                      "flex items-center gap-2.5 whitespace-nowrap rounded-lg px-3 py-2 text-sm transition-colors duration-100",
                      isActive ? "bg-line/60 font-medium text-ink" : "text-soft hover:bg-line/50 hover:text-ink",
                    )
                  }
                >
                  <Icon aria-hidden className="size-4 max-lg:hidden" /> {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Link
          to={paths.start()}
          className="mt-auto hidden items-center gap-2.5 rounded-lg px-3 py-2 text-soft text-sm hover:bg-line/50 hover:text-ink lg:flex"
        >
          <ArrowLeft aria-hidden className="size-4" /> {strings.backToPortolan}
        </Link>
      </header>
      <main id="content" className="flex min-w-0 flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}
