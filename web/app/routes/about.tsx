import { Link } from "react-router";
import { Article } from "../features/public/article";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/about";
import { aboutPage as text } from "./public-strings";

export const meta: Route.MetaFunction = () => pageMeta(text.aboutPortolan, text.whyPortolanIsNamedAfter);

export default function About() {
  return (
    <Article title={text.chartsForFindingYourWay} lead={text.lead}>
      <p>{text.portolanChartsShowedOnlyCoasts}</p>
      <p>{text.weThinkAChartMade}</p>
      <h2>{text.howItWorks}</h2>
      <p>{text.youBringATableAnd}</p>
      <h2>{text.ourPrinciples}</h2>
      <ul>
        <li>{text.everyChartShowsItsQuery}</li>
        <li>{text.eachPartOfAnAnswer}</li>
        <li>{text.everyChargeIsExplainedOur}</li>
        <li>{text.chartsAreAccessibleToColor}</li>
        <li>{text.yourDataIsYoursExport}</li>
      </ul>
      <h2>{text.runItYourself}</h2>
      <p>
        {text.portolanIsASingleProgram} <Link to={paths.contact()}>{text.contactUs}</Link>.
      </p>
    </Article>
  );
}
