import { lazy, Suspense } from "react";

/** Few people see it, and nobody at first: its code comes when it is needed, and a plain page where even that is gone. */
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
      Oops! Nothing to see here. <a href="/">Go back home</a>
    </p>
  );
}
