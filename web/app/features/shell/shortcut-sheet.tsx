import { useHasSession } from "../../api/session";
import { Dialog } from "../../ui/dialog";
import { overlay } from "./shell-state";
import { chains } from "./shortcut-keys";

interface Shortcut {
  keys: readonly string[];
  label: string;
  /** Where the keys follow each other instead of being held together. */
  isChain?: boolean;
}

const everywhere: Shortcut[] = [
  { keys: ["⌘", "K"], label: "Open the command palette" },
  { keys: ["Esc"], label: "Close what lies over the page" },
  { keys: ["?"], label: "Show these shortcuts" },
];

const inChats: Shortcut[] = [
  { keys: ["Enter"], label: "Send the message" },
  { keys: ["Shift", "Enter"], label: "Begin a new line" },
  { keys: ["Esc"], label: "Leave the editing of a message" },
];

/** Every key that does something. On other systems than Apple's, the control key stands for ⌘. */
export function ShortcutSheet() {
  const isSignedIn = useHasSession();
  return (
    <Dialog
      isOpen
      onClose={() => overlay.set("none")}
      title="Keyboard shortcuts"
      description="Where there is no ⌘, Ctrl opens the palette."
    >
      <div className="flex flex-col gap-6 px-6 pt-5 pb-6">
        <Group title="Everywhere" shortcuts={everywhere} />
        {isSignedIn && (
          <>
            <Group
              title="Going somewhere"
              shortcuts={chains.map(({ keys, label }) => ({
                keys: keys.map((key) => key.toUpperCase()),
                label,
                isChain: true,
              }))}
            />
            <Group title="In a chat" shortcuts={inChats} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-faint text-xs">{title}</h3>
      <dl className="divide-y divide-line text-sm">
        {shortcuts.map(({ keys, label, isChain = false }) => (
          <div key={label} className="flex items-center justify-between gap-4 py-2">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1 text-faint text-xs">
              {keys.map((key, place) => (
                <span key={key} className="flex items-center gap-1">
                  {place > 0 && isChain && "then"}
                  <kbd className="min-w-6 rounded border border-line bg-surface px-1.5 py-0.5 text-center font-sans text-ink">
                    {key}
                  </kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
