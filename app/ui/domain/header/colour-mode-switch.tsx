import { useSyncExternalStore } from "react";
import {
  type ColourMode,
  chooseColourMode,
  colourModes,
  followColourMode,
  storedColourMode,
} from "#app/browser/colour-mode.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";

const icons: Record<ColourMode, IconName> = { light: "sun", dark: "moon", system: "monitor" };

/** @param place where on the page: it stands there more than once, and radios of one name would be one choice */
export function ColourModeSwitch({ place }: { place: "header" | "footer" | "rail" }) {
  const words = useWords();
  const mode = useSyncExternalStore(followColourMode, storedColourMode, (): ColourMode => "system");
  return (
    <div role="radiogroup" aria-label={words.colourMode.label} className="flex">
      {colourModes.map((name) => (
        <label key={name} title={words.colourMode[name]} className="head-mode">
          <input
            type="radio"
            name={`colour-mode-${place}`}
            className="sr-only"
            checked={mode === name}
            onChange={() => chooseColourMode(name)}
            aria-label={words.colourMode[name]}
          />
          <Icon name={icons[name]} className="size-4" />
        </label>
      ))}
    </div>
  );
}
