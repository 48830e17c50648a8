import { LogoScreen } from "../features/public/logo-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/logo";

export const meta: Route.MetaFunction = () =>
  pageMeta("Logo · Portolan", "Portolan's mark, wordmark and colours, to download.");

export default function LogoRoute() {
  return <LogoScreen />;
}
