import { ContactForm } from "../features/public/contact-form";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/contact";
import { contactPage as text } from "./public-strings";

export const meta: Route.MetaFunction = () => pageMeta(text.contactPortolan, text.contactTheTeamBehindThis);

export default function Contact() {
  return (
    <div className="mx-auto max-w-xl px-5 py-16 sm:px-8 sm:py-24">
      <h1 className="font-serif text-4xl tracking-tight sm:text-5xl">{text.contactUs}</h1>
      <p className="mt-4 mb-10 text-soft">{text.questionsBugsIdeasOrA}</p>
      <ContactForm />
    </div>
  );
}
