import { Link } from "react-router";
import { Logo } from "../../ui/logo";
import { ThemeSwitch } from "../../ui/theme-switch";
import { paths } from "../../util/page-paths";

const groups = [
  {
    title: "Product",
    links: [
      { to: paths.discover(), title: "Discover" },
      { to: paths.discoverCharts(), title: "Charts" },
      { to: paths.pricing(), title: "Pricing" },
      { to: paths.login("sign-up"), title: "Try for free" },
    ],
  },
  {
    title: "Company",
    links: [
      { to: paths.about(), title: "About" },
      { to: paths.contact(), title: "Contact" },
      { to: paths.logo(), title: "Logo" },
    ],
  },
  {
    title: "Legal",
    links: [
      { to: paths.terms(), title: "Terms" },
      { to: paths.privacy(), title: "Privacy" },
    ],
  },
];

export function Footer() {
  return (
    <footer className="border-line border-t bg-surface">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-12 sm:grid-cols-[1fr_auto] sm:px-8">
        <div className="flex flex-col items-start gap-4">
          <Logo />
          <p className="max-w-xs text-soft text-sm">
            Charts you can follow back to the rows that they were drawn from.
          </p>
          <ThemeSwitch />
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-10 sm:grid-cols-3 sm:gap-16">
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
