import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { setThemeMode, type ThemeMode, useThemeMode } from "../util/theme";
import { themeSwitch as text } from "./strings";

const modes = [
  { mode: "light", label: text.light, Icon: Sun },
  { mode: "dark", label: text.dark, Icon: Moon },
  { mode: "system", label: text.system, Icon: Monitor },
] as const satisfies readonly { mode: ThemeMode; label: string; Icon: typeof Sun }[];

/** Light, dark or as the system says. */
export function ThemeSwitch() {
  const current = useThemeMode();
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-full border border-line p-0.5">
      <legend className="sr-only">{text.theme}</legend>
      {modes.map(({ mode, label, Icon }) => (
        <label
          key={mode}
          title={label}
          className="relative inline-flex size-7 cursor-pointer items-center justify-center rounded-full text-faint transition-colors duration-100 hover:text-ink has-checked:bg-line has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={mode}
            checked={mode === current}
            onChange={() => setThemeMode(mode)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon aria-hidden className="size-3.5" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
