import { useHasSession } from "../../api/session";
import { Dialog } from "../../ui/dialog";
import { overlay } from "./shell-state";
import { chains } from "./shortcut-keys";
import { shortcutSheet as text } from "./strings";

interface Shortcut {
  keys: readonly string[];
  label: string;
  /** True if the keys are pressed in sequence instead of together. */
  isChain?: boolean;
}

const everywhere: Shortcut[] = [
  { keys: ["⌘", "K"], label: text.openCommandPalette },
  { keys: ["Esc"], label: text.closeDialogOrMenu },
  { keys: ["?"], label: text.showKeyboardShortcuts },
];

const inChats: Shortcut[] = [
  { keys: ["Enter"], label: text.sendMessage },
  { keys: ["Shift", "Enter"], label: text.newLine },
  { keys: ["Esc"], label: text.cancelEditing },
];

/** Every key that does something. On other systems than Apple's, the control key stands for ⌘. */
export function ShortcutSheet() {
  const isSignedIn = useHasSession();
  return (
    <Dialog isOpen onClose={() => overlay.set("none")} title={text.keyboardShortcuts} description={text.description}>
      <div className="flex flex-col gap-6 px-6 pt-5 pb-6">
        <Group title={text.global} shortcuts={everywhere} />
        {isSignedIn && (
          <>
            <Group
              title={text.navigation}
              shortcuts={chains.map(({ keys, label }) => ({
                keys: keys.map((key) => key.toUpperCase()),
                label,
                isChain: true,
              }))}
            />
            <Group title={text.chat} shortcuts={inChats} />
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
