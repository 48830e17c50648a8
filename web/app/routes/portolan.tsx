import { PortolanScreen } from "../features/portolans/portolan-screen";
import type { Route } from "./+types/portolan";

export const meta: Route.MetaFunction = () => [
  { title: "Document · Portolan" },
  { name: "description", content: "A document with living charts." },
  { property: "og:type", content: "article" },
];

export default function PortolanRoute({ params: { portolanId } }: Route.ComponentProps) {
  return <PortolanScreen key={portolanId} portolanId={portolanId} />;
}
