import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";

/** One section of the settings: its cards, below each other. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  useScrollToFragment();
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-6">
      {children}
    </section>
  );
}

/** Cards are filled one after the other: the one that a link leads to may not be there yet when the page opens. */
function useScrollToFragment(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
