import { Link } from "react-router";
import { ButtonLink } from "../ui/button";
import { Logo } from "../ui/logo";
import { RhumbLines } from "../ui/rhumb-lines";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/extension-installed";

export const meta: Route.MetaFunction = () => [
  { title: "The extension is installed · Portolan" },
  { name: "robots", content: "noindex" },
];

const steps = [
  {
    title: "Pin it",
    text: "Open the puzzle piece of the toolbar and pin Portolan, so that its button is always there.",
  },
  {
    title: "Press it on a page",
    text: "The panel says what was found: tables, captions, what you have marked. Alt + Shift + P does the same.",
  },
  {
    title: "Make a board, or ask",
    text: "Or right-click a page to make a board of it at once, and a marked passage to chart it. Alt + Shift + B is the short way.",
  },
];

export default function ExtensionInstalled() {
  return (
    <main
      id="content"
      className="relative isolate mx-auto flex min-h-dvh max-w-3xl flex-col overflow-hidden px-5 py-16"
    >
      <RhumbLines className="-top-[27rem] left-1/2 -z-10 w-[64rem] max-w-none -translate-x-1/2 opacity-70" />
      <Link to={paths.home()} aria-label="Portolan, home" className="flex">
        <Logo />
      </Link>
      <h1 className="mt-14 font-serif text-4xl tracking-tight sm:text-5xl">The extension is installed</h1>
      <p className="mt-4 max-w-xl text-soft">
        It looks at a page when you ask it to, and at no other time. What it sees goes to your own account and nowhere
        else.
      </p>
      <ol className="mt-10 flex flex-col gap-6">
        {steps.map(({ title, text }, place) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-wash font-medium text-accent-strong text-sm">
              {place + 1}
            </span>
            <div>
              <h2 className="font-medium">{title}</h2>
              <p className="mt-1 max-w-lg text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to={paths.start()} look="primary" size="large">
          Open Portolan
        </ButtonLink>
        <ButtonLink to={paths.boards()} size="large">
          Your boards
        </ButtonLink>
      </div>
    </main>
  );
}
