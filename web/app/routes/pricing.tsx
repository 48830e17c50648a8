import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { PlanTable } from "../features/public/plan-table";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/pricing";
import { pricingPage as text } from "./public-strings";

export const meta: Route.MetaFunction = () => pageMeta(text.pricingPortolan, text.freeToStartFairAfter);

const questions = [
  {
    question: text.whatIsACredit,
    answer: text.creditsMeasureUsageAnAnswer,
  },
  {
    question: text.whenAmICharged,
    answer: text.whenAnAnswerFinishesWhile,
  },
  {
    question: text.whatIfSomethingBreaks,
    answer: text.ourErrorsAreNeverCharged,
  },
  {
    question: text.whatHappensWhenIRun,
    answer: text.yourChartsChatsDataAnd,
  },
];

export default function Pricing() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto max-w-5xl px-5 py-16 sm:px-8 sm:py-24">
        <h1 className="text-center font-serif text-4xl tracking-tight sm:text-5xl">{text.payForAnswers}</h1>
        <p className="mx-auto mt-4 mb-12 max-w-lg text-balance text-center text-soft">
          {text.startFreeLargerPlansInclude}
        </p>
        <PlanTable />
        <section aria-labelledby="questions-title" className="mx-auto mt-20 max-w-2xl">
          <h2 id="questions-title" className="font-serif text-2xl tracking-tight">
            {text.creditsExplained}
          </h2>
          <dl className="mt-6 divide-y divide-line border-line border-y">
            {questions.map(({ question, answer }) => (
              <div key={question} className="py-5">
                <dt className="font-medium">{question}</dt>
                <dd className="mt-1.5 text-soft">{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </QueryClientProvider>
  );
}
