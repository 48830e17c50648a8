import { type ReactNode, useState } from "react";
import type { Visibility } from "../api/charts";
import { useApiMutation } from "../api/use-api-mutation";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";
import { shareDialog as text } from "./strings";
import { visibilities } from "./visibilities";

export interface ShareDialogProps {
  /** Heading, with the kind of item: "Share chart". */
  title: string;
  visibility: Visibility;
  /** Path of the item, which the link leads to. */
  path: string;
  onChange: (visibility: Visibility) => Promise<unknown>;
  onClose: () => void;
  /** A sentence about what others get to see, for the chosen level. */
  note?: (chosen: Visibility) => string | null;
  /** Further buttons for an item that others can see; given what closes the dialog. */
  actions?: (close: () => void) => ReactNode;
}

/** Visibility of an item and the link to it: the same for charts, boards and documents. */
export function ShareDialog({ title, visibility, path, onChange, onClose, note, actions }: ShareDialogProps) {
  const [chosen, setChosen] = useState(visibility);
  const isChanged = chosen !== visibility;
  const link = new URL(path, window.location.origin).href;
  const words = visibilities[chosen];
  const save = useApiMutation({
    run: () => onChange(chosen),
    success: `${words.title}: ${words.description.toLowerCase()}.`,
    failed: text.couldntChangeVisibility,
  });
  const about = chosen === "private" ? null : note?.(chosen);

  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">{text.visibility}</legend>
          {(Object.keys(visibilities) as Visibility[]).map((choice) => (
            <Level key={choice} level={choice} isChosen={choice === chosen} onChoose={() => setChosen(choice)} />
          ))}
        </fieldset>
        {about && <p className="text-soft text-sm">{about}</p>}
        {!isChanged && visibility !== "private" && (
          <div className="flex items-center gap-2 rounded-lg border border-line bg-surface py-1 pr-1 pl-3">
            <span className="min-w-0 flex-1 truncate text-sm">{link}</span>
            <CopyButton text={link} label={text.copyLink} />
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {!isChanged && visibility !== "private" && actions?.(onClose)}
          <Button look="quiet" onClick={onClose}>
            {isChanged ? text.cancel : text.close}
          </Button>
          {isChanged && (
            <Button look="primary" isPending={save.isPending} onClick={() => save.run()}>
              {chosen === "private" ? text.makePrivate : text.publish}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface LevelProps {
  level: Visibility;
  isChosen: boolean;
  onChoose: () => void;
}

const details: Record<Visibility, string> = {
  private: text.everyoneElseGetsANot,
  unlisted: text.hiddenFromListsAndSearch,
  public: text.shownOnYourProfileAnd,
};

function Level({ level, isChosen, onChoose }: LevelProps) {
  const { title, description, Icon } = visibilities[level];
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-wash">
      <input
        type="radio"
        name="visibility"
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0 text-sm">
        <span className="flex items-center gap-1.5 font-medium">
          <Icon aria-hidden className="size-3.5" /> {title}
        </span>
        {description}. <span className="text-soft">{details[level]}</span>
      </span>
    </label>
  );
}
