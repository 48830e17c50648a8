import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLocation } from "react-router";
import { classNames } from "../../util/class-names";
import { paths, type SettingsSection, settingsSections } from "../../util/page-paths";
import { settingsPage as text } from "../strings";

const titles: Record<SettingsSection, string> = {
  profile: text.profile,
  usage: text.planAndUsage,
  security: text.signInAndSecurity,
  apps: text.appsAndApiKeys,
  webhooks: text.webhooks,
  data: text.yourData,
};

/** The settings: a list of sections beside the open one; above it on narrow screens. */
export default function SettingsLayout() {
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the address, another section is the current one
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <div data-steady className="@container mx-auto w-full max-w-5xl px-5 py-8 sm:px-8 lg:py-12">
      <h1 className="mb-7 font-serif text-3xl tracking-tight">{text.settings}</h1>
      <div className="grid gap-6 @4xl:grid-cols-[12.5rem_minmax(0,1fr)] @4xl:gap-10">
        <nav
          ref={list}
          aria-label={text.sections}
          className="@max-4xl:-mx-5 @max-4xl:sm:-mx-8 @max-4xl:overflow-x-auto @max-4xl:px-5 @max-4xl:sm:px-8 [scrollbar-width:none]"
        >
          <ul className="@4xl:sticky @4xl:top-8 flex @4xl:flex-col gap-1">
            {settingsSections.map((section) => (
              <li key={section}>
                <NavLink to={paths.settings(section)} className={linkClass}>
                  {titles[section]}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Outlet />
      </div>
    </div>
  );
}

const linkClass = ({ isActive }: { isActive: boolean }) =>
  classNames(
    "block whitespace-nowrap rounded-lg px-3 py-2 text-sm transition-colors duration-100",
    isActive ? "bg-accent-wash font-medium text-accent-strong" : "text-soft hover:bg-line/50 hover:text-ink",
  );
