import { useState } from "react";
import { type Chart, setChartVisibility, type Visibility } from "../../api/charts";
import { useApiMutation } from "../../api/use-api-mutation";
import { visibilities } from "../../blocks/visibilities";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { paths } from "../../util/page-paths";
import { visibilityDialog as strings } from "./strings";

const details: Record<Visibility, string> = {
  private: strings.everyoneElseGetsANot,
  unlisted: strings.hiddenFromListsAndSearch,
  public: strings.shownOnYourProfileAnd,
};

/** Visibility of the chart, with an explanation of the three levels. */
export function VisibilityButton({ chart }: { chart: Chart }) {
  const [isOpen, setOpen] = useState(false);
  const { title, Icon } = visibilities[chart.visibility];
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{strings.visibility} </span>
        {title}
      </Button>
      {isOpen && <VisibilityDialog chart={chart} onClose={() => setOpen(false)} />}
    </>
  );
}

function VisibilityDialog({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const { id, visibility, publishedVersion, version, versions = version } = chart;
  const [chosen, setChosen] = useState(visibility);
  const isPublished = chosen !== "private";
  const isBehind = isPublished && chosen === visibility && publishedVersion != null && publishedVersion !== versions;

  const save = useApiMutation({
    run: (pinned: number | undefined) => setChartVisibility(id, chosen, pinned),
    success: `${visibilities[chosen].title}: ${visibilities[chosen].description.toLowerCase()}.`,
    failed: strings.couldntChangeVisibility,
    onDone: onClose,
  });

  return (
    <Dialog isOpen onClose={onClose} title={strings.chartVisibility}>
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">{strings.visibility2}</legend>
          {(Object.keys(visibilities) as Visibility[]).map((choice) => {
            const { title, description, Icon } = visibilities[choice];
            return (
              <label
                key={choice}
                className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-wash"
              >
                <input
                  type="radio"
                  name="visibility"
                  checked={choice === chosen}
                  onChange={() => setChosen(choice)}
                  className="mt-0.5 size-4 accent-(--accent)"
                />
                <span className="min-w-0 text-sm">
                  <span className="flex items-center gap-1.5 font-medium">
                    <Icon aria-hidden className="size-3.5" /> {title}
                  </span>
                  {description}. <span className="text-soft">{details[choice]}</span>
                </span>
              </label>
            );
          })}
        </fieldset>
        {isPublished && (
          <p className="text-soft text-sm">
            {chosen === visibility && publishedVersion != null
              ? strings.versionIsPublishedLaterVersions(publishedVersion)
              : strings.versionWillBePublishedLater(versions)}
          </p>
        )}
        {isPublished && chosen === visibility && (
          <div className="flex items-center gap-2 rounded-lg border border-line bg-surface py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 truncate text-sm">{addressOf(id)}</span>
            <CopyButton text={addressOf(id)} label={strings.copyLink} />
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {chosen === visibility && !isBehind ? strings.close : strings.cancel}
          </Button>
          {isBehind && (
            <Button look="primary" isPending={save.isPending} onClick={() => save.run(versions)}>
              {strings.publishVersion(versions)}
            </Button>
          )}
          {chosen !== visibility && (
            <Button look="primary" isPending={save.isPending} onClick={() => save.run(undefined)}>
              {isPublished ? strings.publish : strings.makePrivate}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

export function addressOf(chartId: string): string {
  return new URL(paths.chart(chartId), window.location.origin).href;
}
