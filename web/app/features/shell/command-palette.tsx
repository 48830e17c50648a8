import { QueryClientProvider, useInfiniteQuery } from "@tanstack/react-query";
import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { chartsQuery } from "../../api/charts";
import { chatsQuery } from "../../api/chats";
import { queryClient } from "../../api/query-client";
import { useHasSession } from "../../api/session";
import { Dialog } from "../../ui/dialog";
import { paths } from "../../util/paths";
import { setThemeMode, useThemeMode } from "../../util/theme";
import { useDebounced } from "../../util/use-debounced";
import { type Command, type CommandGroup, paletteCommands, shorten } from "./palette-commands";
import { searchCommands } from "./search-commands";
import { overlay } from "./shell-state";

const debounceMs = 200;
const close = () => overlay.set("none");

export function CommandPalette() {
  return (
    <QueryClientProvider client={queryClient}>
      <Dialog isOpen onClose={close} title="Command palette" isTitleHidden className="top-[12vh] overflow-hidden">
        <Palette />
      </Dialog>
    </QueryClientProvider>
  );
}

function Palette() {
  const navigate = useNavigate();
  const isSignedIn = useHasSession();
  const themeMode = useThemeMode();
  const [typed, setTyped] = useState("");
  const [selected, setSelected] = useState("");
  const query = useDebounced(typed.trim(), debounceMs);
  const ownThings = useOwnThings(isSignedIn);
  const groups = useMemo(
    () => searchCommands([...paletteCommands({ isSignedIn, themeMode }), ...ownThings], query),
    [isSignedIn, themeMode, ownThings, query],
  );
  // What was selected may have left the list with the last key; the first result takes its place.
  const values = groups.flatMap((group) => group.commands.map((command) => resultValue(group, command)));
  const current = values.includes(selected) ? selected : (values[0] ?? "");

  function carryOut({ action }: Command) {
    close();
    switch (action.kind) {
      case "go":
        return void navigate(action.to);
      case "theme":
        return setThemeMode(action.mode);
      case "log-out":
        return void navigate(paths.logout());
    }
  }

  return (
    <Cmdk label="Command palette" shouldFilter={false} loop value={current} onValueChange={setSelected}>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden className="size-4 text-faint" />
        <Cmdk.Input
          value={typed}
          onValueChange={setTyped}
          placeholder="Search..."
          className="h-13 w-full bg-transparent outline-none placeholder:text-faint"
        />
        <kbd className="rounded border border-line px-1.5 py-0.5 text-faint text-xs">esc</kbd>
      </div>
      <Cmdk.List className="max-h-[min(26rem,55dvh)] overflow-y-auto p-2">
        <Cmdk.Empty className="px-3 py-8 text-center text-soft text-sm">
          {query === "" ? "No options." : `No results for "${shorten(query)}".`}
        </Cmdk.Empty>
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
                onSelect={() => carryOut(command)}
                className="flex cursor-pointer items-center rounded-lg px-3 py-2 text-sm data-[selected=true]:bg-accent-wash data-[selected=true]:text-accent-strong"
              >
                <span className="truncate">{shorten(command.label)}</span>
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
    </Cmdk>
  );
}

/** Tells a result from all others in the list. */
function resultValue({ title }: CommandGroup, { id }: Command): string {
  return `${title}/${id}`;
}

/** The person's newest chats and charts as commands. */
function useOwnThings(isSignedIn: boolean): CommandGroup[] {
  const chats = useInfiniteQuery({ ...chatsQuery(), enabled: isSignedIn });
  const charts = useInfiniteQuery({ ...chartsQuery(), enabled: isSignedIn });
  return useMemo(() => {
    const chatItems = chats.data?.pages.flatMap((page) => page.items) ?? [];
    const chartItems = charts.data?.pages.flatMap((page) => page.items) ?? [];
    return [
      { title: "Chats", commands: chatItems.map(({ id, title }) => goTo(id, title || "New chat", paths.chat(id))) },
      { title: "Your charts", commands: chartItems.map(({ id, title }) => goTo(id, title, paths.chart(id))) },
    ];
  }, [chats.data, charts.data]);
}

function goTo(id: string, label: string, to: string): Command {
  return { id, label, action: { kind: "go", to } };
}
