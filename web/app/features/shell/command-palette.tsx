import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { leaveSession } from "../../api/leave-session";
import { profileQuery } from "../../api/profile";
import { queryClient } from "../../api/query-client";
import { type SearchHit, searchQuery } from "../../api/search";
import { useHasSession } from "../../api/session";
import { Dialog } from "../../ui/dialog";
import { Snippet, withoutMarkdown, withoutTitle } from "../../ui/snippet";
import { type ItemKind, itemNames, itemPath } from "../../util/items";
import { paths } from "../../util/page-paths";
import { setThemeMode, useThemeMode } from "../../util/theme";
import { useDebounced } from "../../util/use-debounced";
import { CommandPicture } from "./command-picture";
import { type CommandIcon, groupLimit, type PaletteCommand, paletteCommands, shorten } from "./palette-commands";
import { askId, type FoundGroup, rankGroups, searchCommands, unmarked } from "./search-commands";
import { overlay } from "./shell-state";
import { commandPalette as strings } from "./strings";

const debounceMs = 200;
const close = () => overlay.set("none");

export function CommandPalette() {
  return (
    <QueryClientProvider client={queryClient}>
      <Dialog
        isOpen
        onClose={close}
        title={strings.commandPalette}
        isTitleHidden
        className="top-[12vh] overflow-hidden"
      >
        <Palette />
      </Dialog>
    </QueryClientProvider>
  );
}

function Palette() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState({ list: "", value: "" });
  const query = useDebounced(typed.trim(), debounceMs);
  const { groups, isSearching } = useGroups(query);
  const values = groups.flatMap((group) => group.commands.map((command) => resultValue(group, command)));
  // Each list begins at its first result: what was selected in another one may be far down in it.
  const list = values.join("\n");
  const current = selected.list === list ? selected.value : (values[0] ?? "");

  async function carryOut({ action }: PaletteCommand) {
    close();
    switch (action.kind) {
      case "go":
        return navigate(action.to);
      case "theme":
        return setThemeMode(action.mode);
      case "log-out":
        await leaveSession();
        return navigate(paths.logout());
    }
  }

  return (
    <Cmdk
      label={strings.commandPalette}
      shouldFilter={false}
      loop
      value={current}
      onValueChange={(value) => setSelected({ list, value })}
    >
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden className="size-4 text-faint" />
        <Cmdk.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={strings.placeholder}
          className="h-13 w-full bg-transparent outline-none placeholder:text-faint"
        />
        <kbd className="rounded border border-line px-1.5 py-0.5 text-faint text-xs">{strings.esc}</kbd>
      </div>
      <Cmdk.List className="max-h-[min(26rem,55dvh)] overflow-y-auto p-2">
        {groups[0]?.commands[0]?.id === askId && (
          <p className="px-3 pt-3 pb-1 text-soft text-sm">{strings.noResultsFor(shorten(query))}</p>
        )}
        <Cmdk.Empty className="px-3 py-8 text-center text-soft text-sm">{emptyText(query, isSearching)}</Cmdk.Empty>
        {groups.map((group) => (
          <Cmdk.Group
            key={group.title}
            heading={group.title}
            className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
          >
            {group.commands.map((command) => (
              <Cmdk.Item
                key={command.id}
                value={resultValue(group, command)}
                onSelect={() => void carryOut(command)}
                className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm data-[selected=true]:bg-accent-wash data-[selected=true]:text-accent-strong"
              >
                <CommandPicture icon={command.icon} />
                <span className="min-w-0">
                  <span className="block truncate">
                    <Snippet text={command.marked} />
                  </span>
                  {command.snippet && (
                    <span dir="auto" className="block truncate text-faint text-xs">
                      <Snippet text={withoutMarkdown(command.snippet)} />
                    </span>
                  )}
                </span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
    </Cmdk>
  );
}

function emptyText(query: string, isSearching: boolean): string {
  if (isSearching) return strings.searching;
  return query === "" ? strings.noOptions : strings.noResultsFor(shorten(query));
}

/** Identifies a result in the list. */
function resultValue({ title }: { title: string }, { id }: PaletteCommand): string {
  return `${title}/${id}`;
}

/** The commands, and the server's results among the user's own items and public ones. */
function useGroups(query: string): { groups: FoundGroup[]; isSearching: boolean } {
  const isSignedIn = useHasSession();
  const themeMode = useThemeMode();
  const { data: profile } = useQuery({ ...profileQuery(), enabled: isSignedIn });
  const search = useQuery({ ...searchQuery(query, 2 * groupLimit), enabled: isSignedIn && query !== "" });
  const fixed = useMemo(
    () =>
      paletteCommands({
        isSignedIn,
        username: profile?.username ?? null,
        isContributor: profile?.isContributor ?? false,
        isAdmin: profile?.isAdmin ?? false,
        themeMode,
      }),
    [isSignedIn, profile, themeMode],
  );
  const isSearching = search.isFetching;
  const groups = useMemo(() => {
    const found = query === "" ? [] : hitGroups(search.data ?? []);
    return rankGroups(searchCommands(fixed, query), found, query, isSearching);
  }, [fixed, query, search.data, isSearching]);
  return { groups, isSearching };
}

const foundTitles: Record<ItemKind, string> = {
  chat: strings.chats,
  chart: strings.charts,
  board: strings.boards,
  portolan: strings.documents,
};

function hitGroups(hits: readonly SearchHit[]): FoundGroup[] {
  return (Object.keys(foundTitles) as ItemKind[])
    .map((kind) => ({
      title: foundTitles[kind],
      commands: hits
        .filter((hit) => hit.kind === kind)
        .slice(0, groupLimit)
        .map((hit) => unmarked(commandOf(hit))),
    }))
    .filter(({ commands }) => commands.length > 0);
}

const icons: Record<ItemKind, CommandIcon> = { chat: "chat", chart: "charts", board: "boards", portolan: "charters" };

function commandOf({ kind, id, title, snippet, turnId }: SearchHit): PaletteCommand {
  const to = kind === "chat" ? paths.chat(id, turnId ?? undefined) : itemPath(kind, id);
  const label = title || (kind === "chat" ? strings.newChat : itemNames[kind].one);
  return { id, label, icon: icons[kind], snippet: snippet && withoutTitle(snippet, title), action: { kind: "go", to } };
}
