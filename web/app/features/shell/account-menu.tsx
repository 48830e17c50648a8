import { useQuery } from "@tanstack/react-query";
import {
  ChevronsUpDown,
  CreditCard,
  Keyboard,
  LogOut,
  MessageSquareHeart,
  Settings,
  Shield,
  User,
  UserPlus,
} from "lucide-react";
import { profileQuery } from "../../api/profile";
import { isGuest, readSession } from "../../api/session";
import { Avatar } from "../../ui/avatar";
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel, MenuLink } from "../../ui/menu";
import { classNames } from "../../util/class-names";
import { paths } from "../../util/page-paths";
import { setThemeMode, useThemeMode } from "../../util/theme";
import { openFeedback } from "./open-feedback";
import { overlay } from "./shell-state";
import { accountMenu as strings } from "./strings";

export function AccountMenu({ isNarrow = false }: { isNarrow?: boolean }) {
  const { data: profile } = useQuery(profileQuery());
  const themeMode = useThemeMode();
  const email = readSession()?.email ?? "";
  const isVisitor = isGuest();
  const fallback = isVisitor ? strings.guest : strings.yourAccount;
  const name = profile?.fullName || profile?.username || email || fallback;
  const trigger = (
    <button
      type="button"
      className={classNames(
        "flex w-full items-center gap-2.5 rounded-lg p-2 text-left transition-colors duration-100 hover:bg-line/50",
        isNarrow && "justify-center",
      )}
    >
      <Avatar name={name} url={profile?.avatarUrl} className="size-7" />
      {isNarrow && <span className="sr-only">{strings.accountMenuFor(name)}</span>}
      {!isNarrow && (
        <>
          <span className="min-w-0 flex-1 truncate font-medium text-sm">
            <span className="sr-only">{strings.accountMenuLabel} </span>
            {name}
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-faint" />
        </>
      )}
    </button>
  );
  return (
    <Menu trigger={trigger} align="start" side="top" className="w-60">
      {email !== "" && <MenuLabel>{email}</MenuLabel>}
      {isVisitor && (
        <MenuLink to={paths.login("sign-up")}>
          <UserPlus aria-hidden /> {strings.createAccount}
        </MenuLink>
      )}
      {profile?.username && (
        <MenuLink to={paths.person(profile.username)}>
          <User aria-hidden /> {strings.yourProfile}
        </MenuLink>
      )}
      <MenuLink to={paths.settings()}>
        <Settings aria-hidden /> {strings.settings}
      </MenuLink>
      <MenuLink to={paths.pricing()}>
        <CreditCard aria-hidden /> {strings.plans}
      </MenuLink>
      {profile?.isAdmin && (
        <MenuLink to={paths.admin()}>
          <Shield aria-hidden /> {strings.admin}
        </MenuLink>
      )}
      <MenuItem onSelect={() => openFeedback()}>
        <MessageSquareHeart aria-hidden /> {strings.feedback}
      </MenuItem>
      <MenuItem onSelect={() => overlay.set("shortcuts")}>
        <Keyboard aria-hidden /> {strings.keyboardShortcuts}
      </MenuItem>
      <MenuDivider />
      <MenuLabel>{strings.theme}</MenuLabel>
      {(["light", "dark", "system"] as const).map((mode) => (
        <MenuChoice key={mode} isChosen={mode === themeMode} onSelect={() => setThemeMode(mode)}>
          <span className="capitalize">{mode}</span>
        </MenuChoice>
      ))}
      <MenuDivider />
      <MenuLink to={paths.logout()}>
        <LogOut aria-hidden /> {isVisitor ? strings.logOutAsGuest : strings.logOut}
      </MenuLink>
    </Menu>
  );
}
