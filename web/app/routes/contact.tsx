import { ContactForm } from "../features/public/contact-form";
import { pageMeta } from "../util/page-meta";
import type { Route } from "./+types/contact";

export const meta: Route.MetaFunction = () =>
  pageMeta("Contact · Portolan", "Write to the people behind this Portolan.");

export default function Contact() {
  return (
    <div className="mx-auto max-w-xl px-5 py-16 sm:px-8 sm:py-24">
      <h1 className="font-serif text-4xl tracking-tight sm:text-5xl">Write to us</h1>
      <p className="mt-4 mb-10 text-soft">
        A question, a fault, an idea, a larger plan: we read everything. If a chart is wrong, its address helps us most.
      </p>
      <ContactForm />
    </div>
  );
}
