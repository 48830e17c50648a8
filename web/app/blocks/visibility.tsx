import type { Visibility } from "../api/charts";
import { useApiMutation } from "../api/use-api-mutation";
import { Button } from "../ui/button";
import { Menu, MenuChoice, MenuLabel } from "../ui/menu";
import { classNames } from "../util/class-names";
import { visibility as text } from "./strings";
import { visibilities } from "./visibilities";

export interface VisibilityMenuProps {
  visibility: Visibility;
  onChange: (visibility: Visibility) => Promise<unknown>;
  /** For a bar of tools, which hides words where it is narrow. */
  isQuiet?: boolean;
}

/** Visibility of an item, with a menu to change it. */
export function VisibilityMenu({ visibility, onChange, isQuiet = false }: VisibilityMenuProps) {
  const { title, Icon } = visibilities[visibility];
  const choose = useApiMutation({
    run: onChange,
    success: (_, next) => {
      const words = visibilities[next];
      return `${words.title}: ${words.description.toLowerCase()}.`;
    },
    failed: text.couldntChangeVisibility,
  });
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
          <MenuChoice
            key={choice}
            isChosen={choice === visibility}
            onSelect={() => choice !== visibility && choose.run(choice)}
          >
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
