import { classNames } from "../../util/class-names";
import boardDark from "./pictures/board-dark.webp";
import boardLight from "./pictures/board-light.webp";
import documentDark from "./pictures/document-dark.webp";
import documentLight from "./pictures/document-light.webp";
import editorDark from "./pictures/editor-dark.webp";
import editorLight from "./pictures/editor-light.webp";
import extensionDark from "./pictures/extension-dark.webp";
import extensionLight from "./pictures/extension-light.webp";
import { tour as text } from "./strings";

const stops = [
  { title: text.edit, words: text.changeColorsAxes, light: editorLight, dark: editorDark },
  { title: text.collect, words: text.arrangeChartsNotes, light: boardLight, dark: boardDark },
  { title: text.write, words: text.writeAroundCharts, light: documentLight, dark: documentDark },
  { title: text.browse, words: text.turnTheTable, light: extensionLight, dark: extensionDark },
];

/** Screens of the product. `web/tasks/take-front-pictures.mjs` takes their pictures. */
export function Tour() {
  return (
    <section aria-labelledby="tour-title" className="border-line border-t">
      <div className="mx-auto max-w-6xl px-5 py-20 sm:px-8 sm:py-28">
        <h2 id="tour-title" className="max-w-2xl font-serif text-3xl tracking-tight sm:text-4xl">
          {text.fromAnswerToStory}
        </h2>
        <ul className="mt-12 grid gap-x-8 gap-y-12 md:grid-cols-2">
          {stops.map(({ title, words, light, dark }) => (
            <li key={title} className="min-w-0">
              <div className="overflow-hidden rounded-2xl border border-line bg-surface shadow-raised">
                <Picture url={light} alt={text.screen(title)} className="dark:hidden" />
                <Picture url={dark} alt={text.screen(title)} className="hidden dark:block" />
              </div>
              <h3 className="mt-5 font-serif text-xl tracking-tight">{title}</h3>
              <p className="mt-1.5 text-soft leading-relaxed">{words}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Only the picture of the theme that is shown is loaded, and only near the screen. */
function Picture({ url, alt, className }: { url: string; alt: string; className: string }) {
  return (
    <img
      src={url}
      alt={alt}
      width={1200}
      height={760}
      loading="lazy"
      decoding="async"
      className={classNames("aspect-[1200/760] w-full object-cover object-left-top", className)}
    />
  );
}
