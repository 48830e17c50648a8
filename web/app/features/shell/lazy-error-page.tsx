import { lazy, Suspense } from "react";
import { lazyErrorPage as text } from "./frame-strings";

/** Few people see it, and no one at first: its code comes when it is needed, and a plain page where even that is gone. */
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
