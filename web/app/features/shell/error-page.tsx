import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { ButtonLink } from "../../ui/button";
import { RhumbLines } from "../../ui/rhumb-lines";
import { trackException } from "../../util/analytics-events";
import { paths } from "../../util/page-paths";
import { preload } from "../../util/preload";
import { errorPage as text } from "./strings";

const crawlers = /bot|crawl|spider|slurp|facebookexternalhit|preview|lighthouse/i;

/** Error page for missing and broken pages. Crawlers get nothing to index. */
export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => {
    preload(() => import("../../ui/loading-bar").then(({ pageProgress }) => pageProgress.finish("failed")));
    // A missing page is no fault; what broke is for anyone who looks into the console.
    if (isRouteErrorResponse(error)) return;
    console.error(error);
    trackException(error, "page");
  }, [error]);
  if (typeof navigator !== "undefined" && crawlers.test(navigator.userAgent)) return null;
  const { status, detail } = describe(error);
  return (
    <div className="relative isolate flex min-h-[70dvh] flex-col items-center justify-center overflow-hidden px-6 py-24 text-center">
      <RhumbLines className="top-1/2 left-1/2 -z-10 w-[56rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
      <p data-numeric className="font-serif text-7xl text-accent tracking-tight sm:text-8xl">
        {status}
      </p>
      <h1 className="mt-4 font-serif text-3xl tracking-tight">{text.oopsNothingToSeeHere}</h1>
      {detail !== null && <p className="mt-3 max-w-lg break-words text-soft">{detail}</p>}
      <ButtonLink to={paths.home()} look="primary" className="mt-8" reloadDocument>
        {text.goBackHome}
      </ButtonLink>
    </div>
  );
}

function describe(error: unknown): { status: number; detail: string | null } {
  if (!isRouteErrorResponse(error)) return { status: 500, detail: text.somethingWentWrongOnThis };
  return { status: error.status, detail: typeof error.data === "string" && error.data !== "" ? error.data : null };
}
