import { Link } from "react-router";
import { Article } from "../features/public/article";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/privacy";

export const meta: Route.MetaFunction = () =>
  pageMeta("Privacy · Portolan", "What Portolan stores about you, why, and for how long.");

export default function Privacy() {
  return (
    <Article title="Privacy" lead="What we store about you, why, and for how long. In force since 20 November 2026.">
      <h2>What we store</h2>
      <ul>
        <li>Your email address and a one-way hash of your password, so that you can sign in.</li>
        <li>The names that you give yourself, so that others can tell you apart.</li>
        <li>Your files, questions, answers and charts, because keeping them is the service.</li>
        <li>What each answer cost, so that every charge can be explained.</li>
        <li>What you write to us, until it is answered and a year has passed.</li>
      </ul>
      <h2>Cookies and storage in your browser</h2>
      <p>
        One cookie, split where it is long, holds your session. One remembers for an hour which page you wanted before
        you signed in. Your browser keeps the theme and the state of the sidebar. None of them is for advertising, and
        no other site gets them.
      </p>
      <h2>Who else sees your data</h2>
      <p>
        The built-in model works on this server alone. Where the operator has connected another model, your question,
        the names and samples of your columns and the rows of queries are sent to its provider, and to nobody else.
        Administrators can look into a chat only with a reason, which is recorded, and you can see that they did.
      </p>
      <h2>Measuring use</h2>
      <p>
        Where the operator has switched on analytics, visits of pages and faults are counted, with your account's id and
        address when you are signed in. A browser that asks not to be tracked is not.
      </p>
      <h2>For how long</h2>
      <p>
        As long as you have an account. What you delete is gone from the service at once and from backups within thirty
        days. Deleting your account takes everything along, but for what the law wants kept on payments.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see, correct, take along and delete what we store, object to its use, and complain to the authority for
        data protection where you live. For all of that, <Link to={paths.contact()}>write to us</Link>.
      </p>
    </Article>
  );
}
