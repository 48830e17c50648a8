import { lazy, Suspense } from "react";
import { lazyErrorPage as text } from "./frame-strings";

/** Loaded on demand, because it's rarely seen; a plain page is shown if loading fails. */
const Lazy = lazy(() =>
  import("./error-page").then(
    ({ ErrorPage }) => ({ default: ErrorPage }),
    () => ({ default: PlainErrorPage }),
  ),
);

export function ErrorPage({ error }: { error: unknown }) {
  return (
    <Suspense fallback={null}>
      <Lazy error={error} />
    </Suspense>
  );
}

function PlainErrorPage() {
  return (
    <p className="p-8">
      {text.oopsNothingToSeeHere} <a href="/">{text.goBackHome}</a>
    </p>
  );
}
