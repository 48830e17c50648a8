import { Fragment } from "react";
import { Link } from "react-router";
import { paths } from "../../util/page-paths";
import { Article } from "./article";

interface PageSection {
  heading: string;
  text: string | readonly string[];
}

interface LegalPageProps {
  heading: string;
  lead: string;
  sections: readonly PageSection[];
  /** Label of the link to the contact page. */
  contact: string;
}

/** A legal text with its sections and a link to the contact page. */
export function LegalPage({ heading, lead, sections, contact }: LegalPageProps) {
  return (
    <Article title={heading} lead={lead}>
      {sections.map(({ heading, text }) => (
        <Fragment key={heading}>
          <h2>{heading}</h2>
          {typeof text === "string" ? (
            <p>{text}</p>
          ) : (
            <ul>
              {text.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
      <p>
        <Link to={paths.contact()}>{contact}</Link>
      </p>
    </Article>
  );
}
