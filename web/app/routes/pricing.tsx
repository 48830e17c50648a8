import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../api/query-client";
import { PlanTable } from "../features/public/plan-table";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/pricing";

export const meta: Route.MetaFunction = () =>
  pageMeta("Pricing · Portolan", "Free to start, fair after that: what Portolan costs, and what a credit buys.");

const questions = [
  {
    question: "What is a credit?",
    answer:
      "The measure of work. An answer costs what it used: the words that the model read and wrote. The built-in model costs one credit an answer or a little more; a question over a large table to a large model may cost twenty.",
  },
  {
    question: "When am I charged?",
    answer:
      "When an answer is finished, for what was kept. While it runs, its worst case is set aside, so that you never pay more than you have. Stopping early costs what was written until then.",
  },
  {
    question: "What if something breaks?",
    answer: "What a fault of ours threw away is not charged. Each line of your usage says which answer it was for.",
  },
  {
    question: "What happens when I run out?",
    answer:
      "Your charts, chats and data stay, and so does the draft of your question. New credits come with the next month.",
  },
];

export default function Pricing() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto max-w-5xl px-5 py-16 sm:px-8 sm:py-24">
        <h1 className="text-center font-serif text-4xl tracking-tight sm:text-5xl">Pay for answers</h1>
        <p className="mx-auto mt-4 mb-12 max-w-lg text-balance text-center text-soft">
          Start free. Larger plans bring more credits a month, and more ways to use them.
        </p>
        <PlanTable />
        <section aria-labelledby="questions-title" className="mx-auto mt-20 max-w-2xl">
          <h2 id="questions-title" className="font-serif text-2xl tracking-tight">
            Credits, explained
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
