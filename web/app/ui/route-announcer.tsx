import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** Tells screen readers which page a link led to; a full page load would have told them itself. */
export function RouteAnnouncer() {
  const { key, pathname } = useLocation();
  const [title, setTitle] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is announced, also one to the same path
  useEffect(() => {
    if (key === "default") return;
    // Titles that come with a page's data are set a moment after the page.
    const timer = setTimeout(() => setTitle(document.title), 300);
    return () => clearTimeout(timer);
  }, [key, pathname]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
