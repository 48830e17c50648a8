import { Link } from "react-router";
import { Logo } from "../../ui/logo";
import { ThemeSwitch } from "../../ui/theme-switch";
import { paths } from "../../util/page-paths";
import { footer as text } from "./strings";

const groups = [
  {
    title: text.product,
    links: [
      { to: paths.discover(), title: text.discover },
      { to: paths.discoverCharts(), title: text.charts },
      { to: paths.pricing(), title: text.pricing },
      { to: paths.login("sign-up"), title: text.tryForFree },
    ],
  },
  {
    title: text.company,
    links: [
      { to: paths.about(), title: text.about },
      { to: paths.contact(), title: text.contact },
      { to: paths.logo(), title: text.logo },
    ],
  },
  {
    title: text.legal,
    links: [
      { to: paths.terms(), title: text.terms },
      { to: paths.privacy(), title: text.privacy },
    ],
  },
];

export function Footer() {
  return (
    <footer className="border-line border-t bg-surface">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-12 sm:grid-cols-[1fr_auto] sm:px-8">
        <div className="flex flex-col items-start gap-4">
          <Logo />
          <p className="max-w-xs text-soft text-sm">{text.chartsYouCanTraceBack}</p>
          <ThemeSwitch />
        </div>
        <nav aria-label={text.footer} className="grid grid-cols-2 gap-10 sm:grid-cols-3 sm:gap-16">
          {groups.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-medium text-sm">{title}</h2>
              <ul className="mt-3 flex flex-col gap-2.5">
                {links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to} className="text-soft text-sm hover:text-ink">
                      {link.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
