import { useContext, useId } from "react";
import { PrintedLooksContext } from "#app/designer/fonts/printed-looks.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { PrintedLook } from "#shop/designs/colour-profiles/printed-look.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { useInks } from "./offered-inks.ts";

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
  const name = useId();
  const noteId = useId();
  const looks = useContext(PrintedLooksContext);
  // The colours of a palette are shown as they are printed.
  const lookOf = (hex: string | undefined) =>
    colours === "any" && hex !== undefined ? looks?.(hex) : undefined;
  const look = lookOf(value);
  const offered = useInks(colours);
  return (
    <fieldset aria-describedby={look?.isShifted ? noteId : undefined}>
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
              aria-label={
                lookOf(hex)?.isShifted ? `${called}. ${words.fields.printed.shifted}` : called
              }
              checked={value === hex}
              onChange={() => onChange(hex)}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none size-7 border border-control md:size-6"
              style={{ backgroundColor: hex }}
            />
            {lookOf(hex)?.isShifted ? (
              <Icon
                name="info"
                className="pointer-events-none absolute right-0 bottom-0 size-4 rounded-full bg-paper text-muted"
              />
            ) : null}
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
      {look ? <LookNote id={noteId} look={look} /> : null}
    </fieldset>
  );
}

/** That a colour looks different once it is printed, and how, where the printer's profile says so. */
function LookNote({ id, look: { printed, isShifted } }: { id: string; look: PrintedLook }) {
  const { printed: words } = useDesignerWords().fields;
  if (!isShifted && printed === null) return null;
  return (
    <p id={id} className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      {isShifted ? (
        <span className="flex items-center gap-1">
          <Icon name="info" className="size-4 shrink-0" />
          {words.shifted}
        </span>
      ) : null}
      {printed === null ? null : (
        <span className="flex items-center gap-1.5">
          {words.look}
          <span className="size-5 border border-control" style={{ backgroundColor: printed }} />
        </span>
      )}
    </p>
  );
}
