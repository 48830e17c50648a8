import { DocumentMarkdown } from "../../blocks/markdown/document-markdown";
import "../../blocks/answer.css";
import "./document.css";
import { InlineChart } from "./inline-chart";

/** The words and charts of a document, as its readers see them. */
export function DocumentView({ markdown }: { markdown: string }) {
  return (
    <div dir="auto" className="answer-text portolan-text">
      <DocumentMarkdown markdown={markdown} chart={drawChart} />
    </div>
  );
}

const drawChart = (chartId: string, title: string) => <InlineChart key={chartId} chartId={chartId} title={title} />;
