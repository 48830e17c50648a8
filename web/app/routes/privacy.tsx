import { LegalPage } from "../features/public/legal-page";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/privacy";
import { privacy } from "./legal-strings";

export const meta: Route.MetaFunction = () => pageMeta(privacy.title, privacy.description);

export default function Privacy() {
  return <LegalPage {...privacy} />;
}
