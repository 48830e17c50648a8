import { Link } from "react-router";
import { Article } from "../features/public/article";
import { pageMeta } from "../util/page-meta";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/about";

export const meta: Route.MetaFunction = () =>
  pageMeta("About · Portolan", "Why Portolan is named after the sailors' charts, and what it promises.");

export default function About() {
  return (
    <Article
      title="Charts for finding your way"
      lead="A portolan was the chart that sailors drew of coasts and harbours: from what they had measured, for those who would steer by it."
    >
      <p>
        Those charts had no ornament where they lacked knowledge. What was drawn had been sailed past; what had not was
        left white. Fine lines crossed them from one compass rose to the next, so that a course could be read off and
        followed.
      </p>
      <p>
        We think that a chart made with the help of a machine owes its readers the same. A language model is good at
        understanding a question and at choosing how to draw the answer. It is bad at numbers, and it does not say so.
        So here it never supplies them.
      </p>
      <h2>How it works</h2>
      <p>
        You bring a table and a question. The assistant looks at the columns, writes a query, and the query runs over
        your data in a process that can see nothing else. The chart is drawn from the rows that come back. The sentences
        beside it are compared with those rows, too: a number that no query produced is marked as such.
      </p>
      <h2>What we hold ourselves to</h2>
      <ul>
        <li>Every chart names its query and its sources, and running the query again gives the same rows.</li>
        <li>A finished piece of an answer is stored before you see it. Nothing that you saw is lost.</li>
        <li>Each charge is explained. What a fault of ours threw away costs nothing.</li>
        <li>Charts can be read by people who see colours differently, and by people who do not see them at all.</li>
        <li>Your data is yours: it leaves with you, as files that other programs open.</li>
      </ul>
      <h2>Run it yourself</h2>
      <p>
        Portolan is one program with one command. It needs no other service, works without a key on its own built-in
        model, and talks to any model that speaks the common protocol when you give it one. Questions?{" "}
        <Link to={paths.contact()}>Write to us</Link>.
      </p>
    </Article>
  );
}
