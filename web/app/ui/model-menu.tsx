import { ChevronDown } from "lucide-react";
import { formatCount } from "../util/format";
import { Menu, MenuChoice, MenuLabel } from "./menu";
import { modelMenu as text } from "./strings";

/** A model that may answer. Prices are credits for a million tokens, where they are known. */
export interface ModelChoice {
  id: string;
  title: string;
  inputPrice?: number;
  outputPrice?: number;
}

export interface ModelMenuProps {
  models: readonly ModelChoice[];
  chosenId: string | null;
  onChoose: (modelId: string) => void;
}

/** Model picker for the next answer. Renders nothing without a choice. */
export function ModelMenu({ models, chosenId, onChoose }: ModelMenuProps) {
  if (models.length < 2) return null;
  const title = models.find(({ id }) => id === chosenId)?.title ?? text.model;
  const trigger = (
    <button
      type="button"
      className="inline-flex h-9 min-w-0 items-center gap-1.5 rounded-lg px-2.5 text-soft text-sm transition-colors duration-100 hover:bg-surface hover:text-ink dark:hover:bg-line/50"
    >
      <span className="sr-only">{text.modelLabel} </span>
      <span className="max-w-36 truncate">{title}</span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
    </button>
  );
  return (
    <Menu trigger={trigger} align="start" side="top" className="w-72">
      <MenuLabel>{text.modelForTheNextAnswer}</MenuLabel>
      {models.map((model) => (
        <MenuChoice key={model.id} isChosen={model.id === chosenId} onSelect={() => onChoose(model.id)}>
          <span className="min-w-0">
            <span className="block truncate">{model.title}</span>
            <span data-numeric className="block text-faint text-xs">
              {priceOf(model)}
            </span>
          </span>
        </MenuChoice>
      ))}
    </Menu>
  );
}

function priceOf({ inputPrice, outputPrice }: ModelChoice): string {
  if (inputPrice === undefined || outputPrice === undefined) return text.priceUnknown;
  if (inputPrice === 0 && outputPrice === 0) return text.atLeast1CreditPer;
  return text.creditsPerMillionInputTokens(formatCount(inputPrice), formatCount(outputPrice));
}
