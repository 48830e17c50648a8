import { LogoScreen } from "../features/public/logo-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/logo";
import { logoPage as text } from "./public-strings";

export const meta: Route.MetaFunction = () => pageMeta(text.logoPortolan, text.downloadPortolansLogoWordmarkAnd);

export default function LogoRoute() {
  return <LogoScreen />;
}
