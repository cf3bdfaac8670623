import { useId } from "react";
import { useLanguage } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { SpecArea } from "#shop/designs/print-spec.ts";

/** Offered where the process prints any colour: the shop's own inks. */
const inks = [
  ["#14183a", "ink"],
  ["#ffffff", "white"],
  ["#be1633", "red"],
  ["#2b39a6", "blue"],
  ["#f2b632", "yellow"],
  ["#2f7d4f", "green"],
  ["#6f4426", "brown"],
  ["#8b8f9e", "grey"],
] as const;

interface ColourFieldProps {
  label: string;
  /** `#rrggbb`; undefined: none. */
  value: string | undefined;
  colours: SpecArea["colours"];
  onChange: (colour: string) => void;
}

/** The colours that can be printed, by name where they have one; with any colour also one of the buyer's own. */
export function ColourField({ label, value, colours, onChange }: ColourFieldProps) {
  const words = useDesignerWords();
  const language = useLanguage();
  const name = useId();
  const offered =
    colours === "any"
      ? inks.map(([hex, ink]) => ({ hex, name: words.inks[ink] }))
      : colours.map(({ hex, name }) => ({ hex, name: name[language] }));
  return (
    <fieldset>
      <legend className="mb-1 text-xs text-muted">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {offered.map(({ hex, name: called }) => (
          <label
            key={hex}
            title={called}
            className="relative grid size-11 place-items-center border border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-carbon md:size-9"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-label={called}
              checked={value === hex}
              onChange={() => onChange(hex)}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none size-7 border border-control md:size-6"
              style={{ backgroundColor: hex }}
            />
          </label>
        ))}
        {colours === "any" ? (
          <label className="flex min-h-11 items-center gap-2 px-1 text-xs md:min-h-9">
            <input
              type="color"
              aria-label={`${label}: ${words.fields.ownColour}`}
              className="size-8 cursor-pointer border border-control bg-card p-0.5"
              value={value ?? "#000000"}
              onChange={({ target }) => onChange(target.value)}
            />
            {words.fields.ownColour}
          </label>
        ) : null}
      </div>
    </fieldset>
  );
}
