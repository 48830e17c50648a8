import { paths } from "../../util/page-paths";
import type { ThemeMode } from "../../util/theme";

/** What a command does, as a value: the palette carries it out. */
export type CommandAction =
  | { kind: "go"; to: string }
  | { kind: "theme"; mode: ThemeMode }
  /** Signs out, then leads to the page that says so. */
  | { kind: "log-out" };

/** Stable words for pictures, which the palette draws. */
export type CommandIcon =
  | "try"
  | "home"
  | "pricing"
  | "login"
  | "new"
  | "boards"
  | "charters"
  | "charts"
  | "profile"
  | "settings"
  | "admin"
  | "log-out"
  | ThemeMode
  | "chat";

export interface Command {
  id: string;
  label: string;
  icon: CommandIcon;
  /** The words around what a search found, marked. */
  snippet?: string | null;
  action: CommandAction;
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}

export interface PaletteVisitor {
  isSignedIn: boolean;
  /** Null while it is not known, or not chosen yet. */
  username: string | null;
  isContributor: boolean;
  isAdmin: boolean;
  themeMode: ThemeMode;
}

/** The fixed commands, for whoever looks. */
export function paletteCommands(visitor: PaletteVisitor): CommandGroup[] {
  const groups = visitor.isSignedIn ? memberGroups(visitor) : [{ title: "Main", commands: visitorCommands }];
  return [...groups, { title: "Theme", commands: themeCommands(visitor.themeMode) }];
}

const visitorCommands: Command[] = [
  go("try", "Try for Free", paths.login("sign-up")),
  go("home", "Home", paths.home()),
  go("pricing", "Pricing", paths.pricing()),
  go("login", "Login", paths.login()),
];

function memberGroups({ username, isContributor, isAdmin }: PaletteVisitor): CommandGroup[] {
  const main = [
    go("new", "New", paths.start()),
    go("boards", "Boards", paths.boards()),
    ...(isContributor ? [go("charters", "Charters", paths.portolans())] : []),
    go("charts", "Charts", paths.charts()),
    ...(username === null ? [] : [go("profile", "Profile", paths.person(username))]),
    go("pricing", "Pricing", paths.pricing()),
  ];
  return [
    { title: "Main", commands: main },
    { title: "Account", commands: [go("settings", "Settings", paths.settings())] },
    ...(isAdmin ? [{ title: "Admin", commands: [go("admin", "Admin", paths.admin())] }] : []),
    {
      title: "Auth",
      commands: [{ id: "log-out", label: "Log out", icon: "log-out", action: { kind: "log-out" } }],
    },
  ];
}

const themeLabels: Record<ThemeMode, string> = { light: "Light", dark: "Dark", system: "System" };

function themeCommands(current: ThemeMode): Command[] {
  return (Object.keys(themeLabels) as ThemeMode[])
    .filter((mode) => mode !== current)
    .map((mode) => ({ id: `theme-${mode}`, label: themeLabels[mode], icon: mode, action: { kind: "theme", mode } }));
}

function go(icon: CommandIcon, label: string, to: string): Command {
  return { id: icon, label, icon, action: { kind: "go", to } };
}

/** Results that a group shows at most. */
export const groupLimit = 12;

const longestLabel = 60;

/** Shortens a label that would not fit in one line. */
export function shorten(label: string): string {
  const characters = [...label];
  return characters.length > longestLabel ? `${characters.slice(0, longestLabel - 1).join("")}…` : label;
}
