import { Link, NavLink } from "react-router";
import { useHasSession } from "../../api/session";
import { ButtonLink } from "../../ui/button";
import { Logo } from "../../ui/logo";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { publicHeader as strings } from "./frame-strings";

const links = [
  { to: paths.discover(), title: strings.discover },
  { to: paths.pricing(), title: strings.pricing },
  { to: paths.about(), title: strings.about },
  { to: paths.contact(), title: strings.contact },
];

export function PublicHeader() {
  const isSignedIn = useHasSession();
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper/90 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-8 px-5 sm:px-8">
        <Link to={paths.home()} aria-label={strings.portolanHome} className="flex">
          <Logo />
        </Link>
        <nav aria-label={strings.main} className="hidden items-center gap-6 sm:flex">
          {links.map(({ to, title }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                classNames("text-sm transition-colors duration-100 hover:text-ink", isActive ? "text-ink" : "text-soft")
              }
            >
              {title}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {isSignedIn ? (
            <ButtonLink to={paths.start()} look="primary" size="small">
              {strings.openPortolan}
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to={paths.login()} look="quiet" size="small" className="max-sm:hidden">
                {strings.logIn}
              </ButtonLink>
              <ButtonLink to={paths.login("sign-up")} look="primary" size="small">
                {strings.tryForFree}
              </ButtonLink>
            </>
          )}
          <SmallScreenMenu isSignedIn={isSignedIn} />
        </div>
      </div>
    </header>
  );
}

/** The browser's own popover: it closes by itself with escape or a click beside it. */
function SmallScreenMenu({ isSignedIn }: { isSignedIn: boolean }) {
  const items = isSignedIn ? links : [...links, { to: paths.login(), title: strings.logIn }];
  return (
    <div className="sm:hidden">
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label={strings.menu}
        className="inline-flex size-10 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink"
      >
        <svg
          viewBox="0 0 24 24"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden
          className="size-5"
        >
          <path d="M4 5h16M4 12h16M4 19h16" />
        </svg>
      </button>
      <nav
        id="site-menu"
        popover="auto"
        aria-label={strings.menu}
        className="inset-auto top-16 right-3 m-0 w-56 rounded-xl border border-line bg-raised p-1.5 text-ink shadow-floating"
      >
        {items.map(({ to, title }) => (
          <Link
            key={to}
            to={to}
            onClick={(event) => event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
            className="block rounded-lg px-3 py-2.5 hover:bg-surface"
          >
            {title}
          </Link>
        ))}
      </nav>
    </div>
  );
}
