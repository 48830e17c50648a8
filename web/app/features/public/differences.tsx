import type { ReactNode } from "react";
import { classNames } from "../../util/class-names";
import { differences as strings } from "./strings";

/** Three distinguishing features of the product. */
export function Differences() {
  return (
    <section id="how" aria-labelledby="how-title" className="scroll-mt-16 border-line border-t">
      <div className="mx-auto max-w-6xl px-5 py-20 sm:px-8 sm:py-28">
        <h2 id="how-title" className="max-w-2xl font-serif text-3xl tracking-tight sm:text-4xl">
          {strings.everyChartMakesAClaim}
        </h2>
        <div className="mt-12 flex flex-col gap-16 sm:mt-16 sm:gap-24">
          <Difference
            title={strings.numbersComeFromQueriesNever}
            text={strings.theAssistantCantTypeNumbers}
            picture={<QueryPicture />}
          />
          <Difference
            isMirrored
            title={strings.answersThatDontGetLost}
            text={strings.eachPartOfAnAnswer}
            picture={<ResumePicture />}
          />
          <Difference
            title={strings.readyToPublishAccessibleTo}
            text={strings.colorsThatColorBlindReaders}
            picture={<PublishPicture />}
          />
        </div>
      </div>
    </section>
  );
}

interface DifferenceProps {
  title: string;
  text: string;
  picture: ReactNode;
  isMirrored?: boolean;
}

function Difference({ title, text, picture, isMirrored = false }: DifferenceProps) {
  return (
    <div className="grid items-center gap-8 md:grid-cols-2 md:gap-16">
      <div className={classNames(isMirrored && "md:order-2")}>
        <h3 className="font-serif text-2xl tracking-tight">{title}</h3>
        <p className="mt-3 text-soft leading-relaxed">{text}</p>
      </div>
      <div aria-hidden className="rounded-2xl border border-line bg-surface p-6 sm:p-8">
        {picture}
      </div>
    </div>
  );
}

const bars = [
  { name: "Tea", value: "1,204", width: "92%" },
  { name: "Coffee", value: "986", width: "75%" },
  { name: "Cocoa", value: "441", width: "34%" },
];

function QueryPicture() {
  return (
    <div className="flex flex-col gap-5 text-sm">
      <pre className="overflow-hidden font-mono text-[0.78rem] text-soft leading-relaxed">
        <b className="font-semibold text-accent">{strings.select}</b> {strings.item}{" "}
        <b className="font-semibold text-accent">{strings.sum}</b>
        {strings.amount}
        {"\n"}
        <b className="font-semibold text-accent">{strings.from}</b> {strings.sales}{" "}
        <b className="font-semibold text-accent">{strings.groupBy}</b> {strings.item2}
      </pre>
      <div className="h-px bg-line" />
      <div data-numeric className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2.5">
        {bars.map(({ name, value, width }, index) => (
          <div key={name} className="contents">
            <span>{name}</span>
            <span
              className={classNames("h-3.5 rounded-sm", index === 0 ? "bg-accent" : "bg-line-strong/60")}
              style={{ width }}
            />
            <span className="text-right text-soft">{value}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

const steps = [
  { label: strings.read12430Rows, state: "done" },
  { label: strings.chartTeaLeadsInEvery, state: "done" },
  { label: strings.connectionLost, state: "lost" },
  { label: strings.summaryOfWhatChanged, state: "open" },
] as const;

function ResumePicture() {
  return (
    <ol className="relative flex flex-col gap-5 text-sm before:absolute before:top-2 before:bottom-2 before:left-[5px] before:w-px before:bg-line-strong/60">
      {steps.map(({ label, state }) => (
        <li key={label} className={classNames("flex items-center gap-4", state === "lost" && "text-faint")}>
          <span
            className={classNames(
              "relative size-[11px] shrink-0 rounded-full border-2",
              state === "done" && "border-accent bg-accent",
              state === "lost" && "border-line-strong border-dashed bg-surface",
              state === "open" && "border-accent bg-surface",
            )}
          />
          <span className={classNames(state === "open" && "font-medium text-accent-strong")}>{label}</span>
        </li>
      ))}
    </ol>
  );
}

function PublishPicture() {
  return (
    <svg viewBox="0 0 320 160" className="w-full" role="presentation">
      {[20, 60, 100, 140].map((y) => (
        <path key={y} d={`M0 ${y}H320`} stroke="var(--line)" />
      ))}
      <path
        d="M0 128 C40 120 60 96 96 100 S160 84 192 64 S272 40 320 22"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M0 112 C44 114 70 120 100 108 S168 112 200 104 S280 96 320 84"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="192" cy="64" r="5" fill="var(--accent)" stroke="var(--surface)" strokeWidth="2" />
    </svg>
  );
}
