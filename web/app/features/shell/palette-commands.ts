import { paths } from "../../util/page-paths";
import type { ThemeMode } from "../../util/theme";
import { paletteCommands as text } from "./strings";

/** Action of a command as a value; the palette runs it. */
export type CommandAction =
  | { kind: "go"; to: string }
  | { kind: "theme"; mode: ThemeMode }
  /** Signs out, then redirects to the confirmation page. */
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

export interface PaletteCommand {
  id: string;
  label: string;
  icon: CommandIcon;
  /** The text around a search match, highlighted. */
  snippet?: string | null;
  action: CommandAction;
}

export interface CommandGroup {
  title: string;
  commands: PaletteCommand[];
}

export interface PaletteVisitor {
  isSignedIn: boolean;
  /** Null while it is not known, or not chosen yet. */
  username: string | null;
  isContributor: boolean;
  isAdmin: boolean;
  themeMode: ThemeMode;
}

/** The fixed commands, for anyone who looks. */
export function paletteCommands(visitor: PaletteVisitor): CommandGroup[] {
  const groups = visitor.isSignedIn ? memberGroups(visitor) : [{ title: text.main, commands: visitorCommands }];
  return [...groups, { title: text.theme, commands: themeCommands(visitor.themeMode) }];
}

const visitorCommands: PaletteCommand[] = [
  go("try", text.tryForFree, paths.login("sign-up")),
  go("home", "Home", paths.home()),
  go("pricing", text.pricing, paths.pricing()),
  go("login", text.login, paths.login()),
];

function memberGroups({ username, isContributor, isAdmin }: PaletteVisitor): CommandGroup[] {
  const main = [
    go("new", text.new, paths.start()),
    go("boards", text.boards, paths.boards()),
    ...(isContributor ? [go("charters", text.charters, paths.portolans())] : []),
    go("charts", text.charts, paths.charts()),
    ...(username === null ? [] : [go("profile", text.profile, paths.person(username))]),
    go("pricing", text.pricing, paths.pricing()),
  ];
  return [
    { title: text.main, commands: main },
    { title: text.account, commands: [go("settings", text.settings, paths.settings())] },
    ...(isAdmin ? [{ title: text.admin, commands: [go("admin", text.admin, paths.admin())] }] : []),
    {
      title: text.auth,
      commands: [{ id: "log-out", label: text.logOut, icon: "log-out", action: { kind: "log-out" } }],
    },
  ];
}

const themeLabels: Record<ThemeMode, string> = { light: text.light, dark: text.dark, system: text.system };

function themeCommands(current: ThemeMode): PaletteCommand[] {
  return (Object.keys(themeLabels) as ThemeMode[])
    .filter((mode) => mode !== current)
    .map((mode) => ({ id: `theme-${mode}`, label: themeLabels[mode], icon: mode, action: { kind: "theme", mode } }));
}

function go(icon: CommandIcon, label: string, to: string): PaletteCommand {
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
