import { ChartGrid } from "../features/library/chart-grid";
import { ButtonLink } from "../ui/button";
import { Page } from "../ui/page";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/charts";

export const meta: Route.MetaFunction = () => [{ title: "Charts · Portolan" }];

export default function Charts() {
  return (
    <Page
      title="Charts"
      actions={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.chartEditor()}>Make one by hand</ButtonLink>
          <ButtonLink to={paths.start()} look="primary">
            Ask for one
          </ButtonLink>
        </div>
      }
    >
      <ChartGrid />
    </Page>
  );
}
