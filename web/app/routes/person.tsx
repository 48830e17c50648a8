import { PersonScreen } from "../features/person/person-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/person";

export const meta: Route.MetaFunction = ({ params: { username } }) =>
  pageMeta(`${username} · Portolan`, `Charts, boards and documents that ${username} published.`, "profile");

export default function PersonRoute({ params: { username } }: Route.ComponentProps) {
  return <PersonScreen key={username} username={username} />;
}
