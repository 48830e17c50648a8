import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button";
import { RhumbLines } from "../../ui/rhumb-lines";
import { paths } from "../../util/page-paths";
import { hero as text } from "./front-strings";

/** Product headline over a recorded answer. */
export function Hero({ demonstration }: { demonstration: ReactNode }) {
  return (
    <section className="relative isolate overflow-hidden">
      <RhumbLines className="-top-[40rem] left-1/2 -z-10 w-[88rem] max-w-none -translate-x-1/2" />
      <div className="mx-auto max-w-6xl px-5 pt-16 pb-16 text-center sm:px-8 sm:pt-24 sm:pb-24">
        <h1 className="mx-auto max-w-3xl font-serif text-[2.6rem] leading-[1.08] tracking-tight sm:text-6xl">
          {text.askYourDataAQuestion}
        </h1>
        <p className="mx-auto mt-6 max-w-xl text-lg text-soft">{text.dropAFileAndAsk}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.login("sign-up")} look="primary" size="large">
            {text.tryForFree}
          </ButtonLink>
          <ButtonLink to="#how" size="large">
            {text.seeHowItWorks}
          </ButtonLink>
        </div>
        <div className="mx-auto mt-14 max-w-4xl text-left">{demonstration}</div>
      </div>
    </section>
  );
}
