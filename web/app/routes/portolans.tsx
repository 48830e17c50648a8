import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../api/profile";
import { ContributedItems } from "../features/contributors/contributed-items";
import { PortolanList } from "../features/portolans/portolan-list";
import { ButtonLink } from "../ui/button";
import { Page } from "../ui/page";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/portolans";
import { portolansPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.documentsPortolan }];

export default function Portolans() {
  const { data: profile } = useQuery(profileQuery());
  return (
    <Page
      title={text.documents}
      actions={
        <ButtonLink to={paths.newPortolan()} look="primary">
          {text.newDocument}
        </ButtonLink>
      }
    >
      {profile?.isContributor && <ContributedItems />}
      <PortolanList />
    </Page>
  );
}
