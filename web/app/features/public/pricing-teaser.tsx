import { ButtonLink } from "../../ui/button";
import { RhumbLines } from "../../ui/rhumb-lines";
import { paths } from "../../util/page-paths";
import { pricingTeaser as text } from "./strings";

export function PricingTeaser() {
  return (
    <section className="relative isolate overflow-hidden border-line border-t bg-surface">
      <RhumbLines className="-bottom-[34rem] left-1/2 -z-10 w-[72rem] max-w-none -translate-x-1/2" />
      <div className="mx-auto max-w-3xl px-5 py-20 text-center sm:px-8 sm:py-24">
        <h2 className="font-serif text-3xl tracking-tight sm:text-4xl">{text.freeToStartFairAfter}</h2>
        <p className="mx-auto mt-4 max-w-lg text-soft">{text.youGetNewCreditsEvery}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.login("sign-up")} look="primary">
            {text.createAccount}
          </ButtonLink>
          <ButtonLink to={paths.pricing()}>{text.seePlans}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
