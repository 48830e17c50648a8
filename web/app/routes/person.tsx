import { UserScreen } from "../features/user/user-screen";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/person";
import { userPage as text } from "./strings";

export const meta: Route.MetaFunction = ({ params: { username } }) =>
  pageMeta(text.portolan(username), text.chartsBoardsAndDocumentsThat(username), "profile");

export default function UserRoute({ params: { username } }: Route.ComponentProps) {
  return <UserScreen key={username} username={username} />;
}
