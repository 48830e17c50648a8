import type { Visibility } from "../api/charts";
import { describeFailure } from "../api/problem";
import { Button } from "../ui/button";
import { Menu, MenuChoice, MenuLabel } from "../ui/menu";
import { notify } from "../ui/toast";
import { classNames } from "../util/class-names";
import { visibility as text } from "./strings";
import { visibilities } from "./visibilities";

export interface VisibilityMenuProps {
  visibility: Visibility;
  onChange: (visibility: Visibility) => Promise<void>;
  /** For a bar of tools, which hides words where it is narrow. */
  isQuiet?: boolean;
}

/** Visibility of an item, with a menu to change it. */
export function VisibilityMenu({ visibility, onChange, isQuiet = false }: VisibilityMenuProps) {
  const { title, Icon } = visibilities[visibility];
  async function choose(next: Visibility) {
    if (next === visibility) return;
    try {
      await onChange(next);
      const words = visibilities[next];
      void notify({ title: `${words.title}: ${words.description.toLowerCase()}.`, color: "green" });
    } catch (error) {
      void notify({ title: text.couldntChangeVisibility, description: describeFailure(error), color: "red" });
    }
  }
  const trigger = (
    <Button look={isQuiet ? "quiet" : "secondary"} size="small" className={classNames(isQuiet && "!px-2.5")}>
      <Icon aria-hidden className="size-4" /> <span className="sr-only">{text.visibility} </span>
      <span className={classNames(isQuiet && "max-md:sr-only")}>{title}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger} className="w-64">
      <MenuLabel>{text.visibility2}</MenuLabel>
      {(Object.keys(visibilities) as Visibility[]).map((choice) => {
        const { Icon: ChoiceIcon, ...words } = visibilities[choice];
        return (
          <MenuChoice key={choice} isChosen={choice === visibility} onSelect={() => void choose(choice)}>
            <ChoiceIcon aria-hidden />
            <span>
              {words.title}
              <span className="block text-faint text-xs">{words.description}</span>
            </span>
          </MenuChoice>
        );
      })}
    </Menu>
  );
}

/** In a word, for lists. */
export function visibilityTitle(visibility: Visibility): string {
  return visibilities[visibility].title;
}
