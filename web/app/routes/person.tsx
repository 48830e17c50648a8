import { PersonScreen } from "../features/person/person-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/person";
import { personPage as text } from "./strings";

export const meta: Route.MetaFunction = ({ params: { username } }) =>
  pageMeta(text.portolan(username), text.chartsBoardsAndDocumentsThat(username), "profile");

export default function PersonRoute({ params: { username } }: Route.ComponentProps) {
  return <PersonScreen key={username} username={username} />;
}
