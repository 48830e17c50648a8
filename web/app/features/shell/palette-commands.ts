import { paths } from "../../util/paths";
import type { ThemeMode } from "../../util/theme";

/** What a command does, as a value: the palette carries it out. */
export type CommandAction = { kind: "go"; to: string } | { kind: "theme"; mode: ThemeMode } | { kind: "log-out" };

export interface Command {
  id: string;
  label: string;
  action: CommandAction;
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}

export interface PaletteVisitor {
  isSignedIn: boolean;
  themeMode: ThemeMode;
}

/** The fixed commands, for whoever looks. */
export function paletteCommands({ isSignedIn, themeMode }: PaletteVisitor): CommandGroup[] {
  const groups = isSignedIn
    ? [
        {
          title: "Main",
          commands: [go("New", paths.start()), go("Charts", paths.charts()), go("Pricing", paths.pricing())],
        },
        { title: "Account", commands: [go("Settings", paths.settings())] },
        { title: "Auth", commands: [{ id: "log-out", label: "Log out", action: { kind: "log-out" } as const }] },
      ]
    : [
        {
          title: "Main",
          commands: [
            { ...go("Try for Free", paths.login("sign-up")), id: "try" },
            go("Home", paths.home()),
            go("Pricing", paths.pricing()),
            go("Login", paths.login()),
          ],
        },
      ];
  return [...groups, { title: "Theme", commands: themeCommands(themeMode) }];
}

const themeLabels: Record<ThemeMode, string> = { light: "Light", dark: "Dark", system: "System" };

function themeCommands(current: ThemeMode): Command[] {
  return (Object.keys(themeLabels) as ThemeMode[])
    .filter((mode) => mode !== current)
    .map((mode) => ({ id: `theme-${mode}`, label: themeLabels[mode], action: { kind: "theme", mode } }));
}

function go(label: string, to: string): Command {
  return { id: to, label, action: { kind: "go", to } };
}

/** Results that a group shows at most. */
export const groupLimit = 12;

const longestLabel = 60;

/** Shortens a label that would not fit in one line. */
export function shorten(label: string): string {
  const characters = [...label];
  return characters.length > longestLabel ? `${characters.slice(0, longestLabel - 1).join("")}…` : label;
}
