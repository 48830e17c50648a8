import { Link } from "react-router";
import { ButtonLink } from "../ui/button";
import { Logo } from "../ui/logo";
import { RhumbLines } from "../ui/rhumb-lines";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/extension-installed";
import { extensionInstalledPage as strings } from "./public-strings";

export const meta: Route.MetaFunction = () => [
  { title: strings.extensionInstalledPortolan },
  { name: "robots", content: "noindex" },
];

const steps = [
  {
    title: strings.pinTheExtension,
    text: strings.openTheExtensionsMenuIn,
  },
  {
    title: strings.openItOnAPage,
    text: strings.thePanelShowsTheTables,
  },
  {
    title: strings.createABoardOrAsk,
    text: strings.youCanAlsoRightClick,
  },
];

export default function ExtensionInstalled() {
  return (
    <main
      id="content"
      className="relative isolate mx-auto flex min-h-dvh max-w-3xl flex-col overflow-hidden px-5 py-16"
    >
      <RhumbLines className="-top-[27rem] left-1/2 -z-10 w-[64rem] max-w-none -translate-x-1/2 opacity-70" />
      <Link to={paths.home()} aria-label={strings.portolanHome} className="flex">
        <Logo />
      </Link>
      <h1 className="mt-14 font-serif text-4xl tracking-tight sm:text-5xl">{strings.extensionInstalled}</h1>
      <p className="mt-4 max-w-xl text-soft">{strings.itReadsAPageOnly}</p>
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
          {strings.openPortolan}
        </ButtonLink>
        <ButtonLink to={paths.boards()} size="large">
          {strings.yourBoards}
        </ButtonLink>
      </div>
    </main>
  );
}
