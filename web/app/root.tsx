import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root";
import "./app.css";
import { root as text } from "./features/shell/frame-strings";
import { ErrorPage } from "./features/shell/lazy-error-page";
import { Overlays } from "./features/shell/overlays";
import { headScript } from "./util/head-script";

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: interUrl, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icon-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          suppressHydrationWarning
          // The page has it when the client takes over, so that the client's own files need not.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that must run before the first paint
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript() : "" }}
        />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0e12" />
        <Meta />
        <Links />
      </head>
      <body>
        <a
          href="#content"
          className="-translate-y-20 fixed top-3 left-3 z-[70] rounded-lg bg-ink px-4 py-2 text-paper text-sm focus:translate-y-0"
        >
          {text.skipToContent}
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <Overlays />
    </>
  );
}

export function HydrateFallback() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <main id="content">
        <ErrorPage error={error} />
      </main>
      <Overlays />
    </>
  );
}
