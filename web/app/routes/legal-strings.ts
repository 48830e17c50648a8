// Text of the legal pages. Each section is a heading with one paragraph or a list.

interface LegalSection {
  heading: string;
  text: string | readonly string[];
}

interface LegalText {
  title: string;
  description: string;
  heading: string;
  lead: string;
  sections: readonly LegalSection[];
  contact: string;
}

export const privacy: LegalText = {
  title: "Privacy · Portolan",
  description: "What Portolan stores about you, why, and for how long.",
  heading: "Privacy",
  lead: "What we store about you, why, and for how long. Effective 20 November 2026.",
  sections: [
    {
      heading: "Data we store",
      text: [
        "Your email address and a one-way hash of your password, so that you can sign in.",
        "Your name and username, so that others can identify you.",
        "Your files, questions, answers, and charts, to provide the service.",
        "The cost of each answer, so that we can explain every charge.",
        "Your messages to us, until one year after we've answered them.",
      ],
    },
    {
      heading: "Cookies and browser storage",
      text:
        "One cookie holds your session. It's split if it's too long. A second cookie remembers the page you requested " +
        "before you signed in, for one hour. Your browser also stores the theme and the state of the sidebar. None of " +
        "this is used for advertising or shared with other sites.",
    },
    {
      heading: "Who else can see your data",
      text:
        "The built-in model runs on this server only. If the operator has connected another model, your question, the " +
        "names and samples of your columns, and query results are sent to its provider and to no one else. " +
        "Administrators can view a chat only after entering a reason. The reason is logged, and you can see it.",
    },
    {
      heading: "Analytics",
      text:
        "If the operator has turned on analytics, page views and errors are recorded, together with your account ID " +
        "and email address if you're signed in. Browsers that send a do-not-track signal aren't tracked.",
    },
    {
      heading: "Retention",
      text:
        "We keep your data as long as you have an account. Data you delete is removed from the service immediately " +
        "and from backups within 30 days. Deleting your account deletes everything except payment records that we're " +
        "legally required to keep.",
    },
    {
      heading: "Your rights",
      text:
        "You can access, correct, export, and delete your data, object to its use, and file a complaint with the data " +
        "protection authority where you live.",
    },
  ],
  contact: "Contact us",
};

export const terms: LegalText = {
  title: "Terms · Portolan",
  description: "What you can expect from us, and what we expect from you.",
  heading: "Terms of use",
  lead: "What you can expect from us, and what we expect from you. Effective 20 November 2026.",
  sections: [
    {
      heading: "The service",
      text:
        "Portolan answers questions about your data with charts and text created with the help of a language model. " +
        "“We” means the operator of this server. “You” means anyone who uses it.",
    },
    {
      heading: "Your account",
      text:
        "Keep your password secret, and tell us if you think another person knows it. Each account is for one person. " +
        "You can delete your account at any time. We can suspend an account that violates these terms, and we'll tell " +
        "you why.",
    },
    {
      heading: "Your data and charts",
      text:
        "You own what you upload and the charts and text created from it. You allow us to store and process them as " +
        "needed to provide the service, and to show items you publish to the audience you choose. Upload only data " +
        "that you're allowed to use.",
    },
    {
      heading: "Accuracy of answers",
      text:
        "The numbers in a chart come from a query that you can read. A model chooses the query and writes the text, " +
        "and it can misunderstand a question. Check the query before you rely on a chart. The service doesn't provide " +
        "medical, legal, or financial advice.",
    },
    {
      heading: "Credits and payment",
      text:
        "Each plan includes credits for one month. Unused credits expire at the end of the month. An answer is charged " +
        "when it finishes. Work lost through our errors isn't charged or is refunded. You can cancel a paid plan at " +
        "the end of any month.",
    },
    {
      heading: "Acceptable use",
      text: [
        "Don't break the law or harm others with the service.",
        "Don't try to access other users' data or bypass limits.",
        "Don't overload the service.",
        "Don't present a chart as unmodified if you've changed its numbers.",
      ],
    },
    {
      heading: "Liability",
      text:
        "Our liability is unlimited for intent, gross negligence, and injury to life or health. Otherwise we're liable " +
        "only for breaches of essential duties, and only for foreseeable damage.",
    },
    {
      heading: "Changes",
      text:
        "We announce changes to these terms to account holders one month in advance. If you don't agree, you can " +
        "export your data and delete your account.",
    },
  ],
  contact: "Contact us",
};
