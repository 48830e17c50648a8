import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { ButtonLink, buttonClass } from "../../ui/button";
import { RhumbLines } from "../../ui/rhumb-lines";
import { handFiles } from "../../util/handed-files";
import { paths } from "../../util/page-paths";
import { hero as text } from "./front-strings";

/** The sample whose first question the demonstration answers, too. */
const SAMPLE = "carbon-dioxide";

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
          <ButtonLink to={paths.try(SAMPLE)} look="primary" size="large">
            {text.tryASample}
          </ButtonLink>
          <FileChoice />
        </div>
        <p className="mt-4 text-faint text-sm max-sm:hidden">{text.orDropAFile}</p>
        <div className="mx-auto mt-14 max-w-4xl text-left">{demonstration}</div>
      </div>
    </section>
  );
}

/** Opens a file on the start page, as dropping it does. */
function FileChoice() {
  const navigate = useNavigate();
  return (
    <label
      className={buttonClass({ size: "large" }, "cursor-pointer focus-within:outline-2 focus-within:outline-accent")}
    >
      {text.chooseAFile}
      <input
        type="file"
        multiple
        className="sr-only"
        onChange={({ target }) => {
          handFiles([...(target.files ?? [])]);
          void navigate(paths.try());
        }}
      />
    </label>
  );
}
