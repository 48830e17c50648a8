import { NewPortolan } from "../features/portolans/new-portolan";
import { Page } from "../ui/page";
import type { Route } from "./+types/new-portolan";
import { newPortolanPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.newDocumentPortolan }];

export default function NewPortolanRoute() {
  return (
    <Page title={text.newDocument} width="narrow">
      <NewPortolan />
    </Page>
  );
}
