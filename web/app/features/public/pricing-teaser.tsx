import { ButtonLink } from "../../ui/button";
import { RhumbLines } from "../../ui/rhumb-lines";
import { paths } from "../../util/page-paths";

export function PricingTeaser() {
  return (
    <section className="relative isolate overflow-hidden border-line border-t bg-surface">
      <RhumbLines className="-bottom-[34rem] left-1/2 -z-10 w-[72rem] max-w-none -translate-x-1/2" />
      <div className="mx-auto max-w-3xl px-5 py-20 text-center sm:px-8 sm:py-24">
        <h2 className="font-serif text-3xl tracking-tight sm:text-4xl">Free to start, fair after that</h2>
        <p className="mx-auto mt-4 max-w-lg text-soft">
          Every month brings new credits. An answer costs what it used, each charge is explained, and what a fault of
          ours threw away is not charged.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={paths.login("sign-up")} look="primary">
            Make an account
          </ButtonLink>
          <ButtonLink to={paths.pricing()}>See the plans</ButtonLink>
        </div>
      </div>
    </section>
  );
}
