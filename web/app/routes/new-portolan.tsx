import { NewPortolan } from "../features/portolans/new-portolan";
import { Page } from "../ui/page";
import type { Route } from "./+types/new-portolan";

export const meta: Route.MetaFunction = () => [{ title: "New document · Portolan" }];

export default function NewPortolanRoute() {
  return (
    <Page title="New document" width="narrow">
      <NewPortolan />
    </Page>
  );
}
