import type { ReactNode } from "react";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { isolateNames } from "../util/isolate-names.ts";
import { choiceMenu as text } from "./strings";

export interface ChoiceMenuProps {
  trigger: ReactNode;
  alternatives: readonly { label: string; prompt: string }[];
  onSend: (prompt: string) => void;
}

export function ChoiceMenu({ trigger, alternatives, onSend }: ChoiceMenuProps) {
  return (
    <Menu trigger={trigger} align="start">
      <MenuLabel>{text.chooseSomethingElse}</MenuLabel>
      {alternatives.map(({ label, prompt }) => (
        <MenuItem key={prompt} onSelect={() => onSend(prompt)}>
          {isolateNames(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}
