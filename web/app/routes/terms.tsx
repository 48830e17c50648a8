import { Link } from "react-router";
import { Article } from "../features/public/article";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/terms";

export const meta: Route.MetaFunction = () => pageMeta("Terms · Portolan", "The terms for using Portolan.");

export default function Terms() {
  return (
    <Article
      title="Terms of use"
      lead="What you may expect of us, and what we expect of you. In force since 20 November 2026."
    >
      <h2>The service</h2>
      <p>
        Portolan answers questions about data that you bring, with charts and text that are made with the help of a
        language model. “We” are the operator of the installation at this address; “you” are whoever uses it.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself and tell us when you think that somebody else has it. One account is for one
        person. You may leave at any time; we may suspend an account that breaks these terms, and say why.
      </p>
      <h2>Your data and your charts</h2>
      <p>
        What you upload stays yours, and so do the charts and texts that are made from it. You allow us to store and
        process them as far as the service needs it, and to show what you publish to those whom you publish it to. Bring
        only data that you may use, and no data of other people that they would not want here.
      </p>
      <h2>What answers are worth</h2>
      <p>
        The numbers in a chart come from a query that you can read. The choice of the query and the words beside it are
        a model's, and it may misunderstand a question. Check the query before you decide anything on the strength of a
        chart. The service is no advice in matters of health, law or money.
      </p>
      <h2>Credits and payment</h2>
      <p>
        Each plan brings credits for a month; those that are left at its end run out. An answer is charged when it is
        finished, for what was kept of it. What was lost through a fault of ours is not charged, and is given back where
        it was. You may leave a paid plan at the end of any month.
      </p>
      <h2>What you must not do</h2>
      <ul>
        <li>Break the law with it, or harm people with what you make.</li>
        <li>Try to reach other people's data, or to get around limits.</li>
        <li>Put so much load on the service that others suffer.</li>
        <li>Pass a chart off as unchanged where you changed its numbers.</li>
      </ul>
      <h2>Liability</h2>
      <p>
        We are liable without limit for intent and gross negligence, and for harm to life and health. Otherwise we are
        liable only for breaking duties without which the service would be pointless, and only for damage that was to be
        expected.
      </p>
      <h2>Changes</h2>
      <p>
        When these terms change, those with an account learn of it a month before. Whoever does not agree may leave and
        take everything along. Questions: <Link to={paths.contact()}>write to us</Link>.
      </p>
    </Article>
  );
}
