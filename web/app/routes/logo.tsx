import { LogoScreen } from "../features/public/logo-screen";
import type { Route } from "./+types/logo";

export const meta: Route.MetaFunction = () => [
  { title: "Logo · Portolan" },
  { name: "description", content: "Portolan's mark, wordmark and colours, to download." },
];

export default function LogoRoute() {
  return <LogoScreen />;
}
