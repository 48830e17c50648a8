import { redirect } from "react-router";
import { hasSession } from "../api/session";
import { Demonstration } from "../features/public/demonstration";
import { Differences } from "../features/public/differences";
import { Hero } from "../features/public/hero";
import { PricingTeaser } from "../features/public/pricing-teaser";
import { paths } from "../util/paths";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = () => [
  { title: "Portolan: an AI-powered charting engine" },
  {
    name: "description",
    content: "An AI-powered charting engine. Ask your data a question; get a chart you can trust.",
  },
];

/** For a click on a link to this page; on a first load the script in the head does the same. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    if (hasSession()) throw redirect(paths.start());
  },
];

export default function Home() {
  return (
    <>
      <Hero demonstration={<Demonstration />} />
      <Differences />
      <PricingTeaser />
    </>
  );
}
