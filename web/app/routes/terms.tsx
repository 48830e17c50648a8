import { LegalPage } from "../features/public/legal-page";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/terms";
import { terms } from "./legal-strings";

export const meta: Route.MetaFunction = () => pageMeta(terms.title, terms.description);

export default function Terms() {
  return <LegalPage {...terms} />;
}
