import { ChartGrid } from "../features/library/chart-grid";
import { ButtonLink } from "../ui/button";
import { Page } from "../ui/page";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/charts";
import { chartsPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.chartsPortolan }];

export default function Charts() {
  return (
    <Page
      title={text.charts}
      actions={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.chartEditor()}>{text.newChart}</ButtonLink>
          <ButtonLink to={paths.start()} look="primary">
            {text.askForAChart}
          </ButtonLink>
        </div>
      }
    >
      <ChartGrid />
    </Page>
  );
}
