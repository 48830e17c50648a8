import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { PublicHeader } from "../features/shell/public-header";

/** Below the first screen: its links are in the page, and what makes its switch react is loaded after it. */
const Footer = lazy(async () => ({ default: (await import("../features/shell/footer")).Footer }));

export default function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main id="content" className="flex-1">
        <Outlet />
      </main>
      <Suspense fallback={null}>
        <Footer />
      </Suspense>
    </div>
  );
}
