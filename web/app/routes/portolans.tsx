import { PortolanList } from "../features/portolans/portolan-list";
import { ButtonLink } from "../ui/button";
import { Page } from "../ui/page";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/portolans";

export const meta: Route.MetaFunction = () => [{ title: "Documents · Portolan" }];

export default function Portolans() {
  return (
    <Page
      title="Documents"
      actions={
        <ButtonLink to={paths.newPortolan()} look="primary">
          New
        </ButtonLink>
      }
    >
      <PortolanList />
    </Page>
  );
}
