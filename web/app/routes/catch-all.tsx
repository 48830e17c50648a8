import { data, replace } from "react-router";
import { guardMiddleware } from "../features/shell/guard-middleware";
import { ErrorPage } from "../features/shell/lazy-error-page";
import { catchAllTarget } from "../util/catch-all";
import type { Route } from "./+types/catch-all";
import { catchAllPage as text } from "./strings";

/** Guards addresses such as "/administrator", which no page has, as those of the pages. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  (args, next) => (new URL(args.request.url).pathname.startsWith("/admin") ? guardMiddleware(args) : next()),
];

export const meta: Route.MetaFunction = () => [
  { title: text.pageNotFoundPortolan },
  { name: "robots", content: "noindex" },
];

export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  const { pathname, search } = new URL(request.url);
  // The router keeps the fragment to itself; on a first load it stands in the address bar.
  const fragment = location.pathname === pathname ? location.hash : "";
  const target = catchAllTarget(pathname + search + fragment);
  if (target !== null) throw replace(target);
  throw data(text.pageNotFound(pathname), { status: 404 });
}

export default function CatchAll() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
