import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Logo, LogoMark } from "../../ui/logo";
import { RhumbLines } from "../../ui/rhumb-lines";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { logoScreen as text } from "./strings";

const files = [
  { href: "/logo/portolan-mark.svg", title: text.mark, note: text.svgForLightBackgrounds },
  { href: "/logo/portolan-mark-dark.svg", title: text.markDark, note: text.svgForDarkBackgrounds },
  { href: "/favicon.svg", title: text.icon, note: text.svgFollowsTheSystemTheme },
];

/** The colors by what they are for, as sRGB. */
const colours = [
  { name: text.ink, light: "#13171f", dark: "#eef0f3" },
  { name: text.paper, light: "#ffffff", dark: "#0c0e11" },
  { name: text.northGreen, light: "#04784a", dark: "#50ce8f" },
  { name: text.line, light: "#e3e5e9", dark: "#272a2f" },
];

/** The mark, the wordmark and the colors, for those who write about the product. */
export function LogoScreen() {
  return (
    <main id="content" className="relative isolate min-h-dvh overflow-hidden px-5 py-16 sm:px-8">
      <RhumbLines className="-top-64 left-1/2 -z-10 w-[72rem] max-w-none -translate-x-1/2" />
      <div className="mx-auto max-w-4xl">
        <Link to={paths.home()} className="text-soft text-sm hover:text-ink">
          {text.portolan}
        </Link>
        <h1 className="mt-6 font-serif text-4xl tracking-tight">{text.logo}</h1>
        <p className="mt-3 max-w-xl text-soft">{text.aCompassRoseWithA}</p>
        <div className="mt-10 grid gap-5 sm:grid-cols-2">
          <Plate className="bg-paper">
            <Logo className="scale-150" />
          </Plate>
          <Plate className="bg-surface">
            <LogoMark className="size-28" />
          </Plate>
        </div>
        <h2 className="mt-12 font-serif text-2xl tracking-tight">{text.files}</h2>
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {files.map(({ href, title, note }) => (
            <li key={href} className="flex items-center justify-between gap-4 py-3">
              <span>
                {title} <span className="ml-2 text-faint text-sm">{note}</span>
              </span>
              <a
                href={href}
                download
                className="inline-flex items-center gap-2 font-medium text-accent text-sm underline-offset-4 hover:underline"
              >
                <Download aria-hidden className="size-4" /> {text.download}
                <span className="sr-only">: {title}</span>
              </a>
            </li>
          ))}
        </ul>
        <h2 className="mt-12 font-serif text-2xl tracking-tight">{text.colors}</h2>
        <table className="mt-4 w-full text-left text-sm">
          <thead className="text-faint text-xs">
            <tr>
              <th scope="col" className="py-2 font-medium">
                {text.use}
              </th>
              <th scope="col" className="py-2 font-medium">
                {text.light}
              </th>
              <th scope="col" className="py-2 font-medium">
                {text.dark}
              </th>
            </tr>
          </thead>
          <tbody>
            {colours.map(({ name, light, dark }) => (
              <tr key={name} className="border-line border-t">
                <th scope="row" className="py-3 font-medium">
                  {name}
                </th>
                <td className="py-3">
                  <Swatch colour={light} />
                </td>
                <td className="py-3">
                  <Swatch colour={dark} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </main>
  );
}

function Plate({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={classNames("grid h-56 place-items-center rounded-2xl border border-line", className)}>
      {children}
    </div>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <span
        aria-hidden
        className="size-5 rounded-md ring-1 ring-line-strong ring-inset"
        style={{ background: colour }}
      />
      <code className="font-mono text-xs">{colour}</code>
    </span>
  );
}
