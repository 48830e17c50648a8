import { ContributorsScreen } from "../features/admin/contributors-screen";
import type { Route } from "./+types/admin-contributors";
import { adminContributorsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.title }];

export default function AdminContributors() {
  return <ContributorsScreen />;
}
