import { SharedScreen } from "../features/shared/shared-screen";
import type { Route } from "./+types/shared";

export const meta: Route.MetaFunction = () => [
  { title: "A shared chat · Portolan" },
  // Who has the link may read it; it is not for search engines to spread.
  { name: "robots", content: "noindex" },
];

export default function Shared({ params: { token } }: Route.ComponentProps) {
  return <SharedScreen key={token} token={token} />;
}
