import { lazy, Suspense } from "react";
import { redirect, useNavigate } from "react-router";
import { hasSession } from "../api/session";
import { Demonstration } from "../features/public/demonstration";
import { home as text } from "../features/public/front-strings";
import { Hero } from "../features/public/hero";
import { isExtensionMode } from "../util/extension-mode";
import { handFiles } from "../util/handed-files";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/home";

/** Below the first screen: the words are in the page, and what makes them react is loaded after it. */
const Differences = lazy(async () => ({ default: (await import("../features/public/differences")).Differences }));
const Tour = lazy(async () => ({ default: (await import("../features/public/tour")).Tour }));
const Examples = lazy(async () => ({ default: (await import("../features/public/examples")).Examples }));
const PricingTeaser = lazy(async () => ({
  default: (await import("../features/public/pricing-teaser")).PricingTeaser,
}));

const FileDrop = lazy(async () => ({ default: (await import("../blocks/file-drop")).FileDrop }));

export const meta: Route.MetaFunction = () =>
  pageMeta(text.portolanAnAiPoweredCharting, text.anAiPoweredChartingEngine);

/** For a click on a link to this page; on a first load the script in the head does the same. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    if (isExtensionMode()) throw redirect(paths.extension());
    if (hasSession()) throw redirect(paths.start());
  },
];

export default function Home() {
  const navigate = useNavigate();
  return (
    <>
      <Hero demonstration={<Demonstration />} />
      <Suspense fallback={null}>
        <Differences />
        <Tour />
        <Examples />
        <PricingTeaser />
        <FileDrop
          onDrop={(files) => {
            handFiles(files);
            void navigate(paths.try());
          }}
        />
      </Suspense>
    </>
  );
}
