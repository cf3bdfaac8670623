import { usePrintingWords } from "#app/messages/admin/printing.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { LocalTextField } from "../local-text.tsx";
import { type AreaDraft, type ColourDraft, freeId } from "./spec-draft.ts";

const firstColours: ColourDraft[] = [
  { id: "colour-1", name: { id: "Hitam", en: "Black" }, hex: "#000000" },
  { id: "colour-2", name: { id: "Putih", en: "White" }, hex: "#ffffff" },
];

interface ColourFieldsProps {
  colours: AreaDraft["colours"];
  /** By the path below the colours; empty for all of them. */
  errorOf: (path: string) => string | undefined;
  onChange: (colours: AreaDraft["colours"]) => void;
}

/** Any colour, or the list of those that can be printed. */
export function ColourFields({ colours, errorOf, onChange }: ColourFieldsProps) {
  const words = usePrintingWords();
  const listed = colours === "any" ? null : colours;
  const hasError = (listed ?? []).some((_, index) =>
    ["id", "name.id", "name.en", "hex"].some((name) => errorOf(`${index}.${name}`)),
  );
  const add = (to: readonly ColourDraft[]) => {
    const id = freeId(
      "colour",
      to.map((colour) => colour.id),
    );
    onChange([...to, { id, name: { id: "", en: "" }, hex: "#000000" }]);
  };
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="text-sm font-semibold">{words.colours}</legend>
      <div className="flex flex-wrap gap-x-5">
        <Checkbox
          type="radio"
          label={words.anyColour}
          checked={listed === null}
          onChange={() => onChange("any")}
        />
        <Checkbox
          type="radio"
          label={words.palette}
          checked={listed !== null}
          onChange={() => onChange(firstColours)}
        />
      </div>
      {errorOf("") ? <p className="text-sm text-stamp">{errorOf("")}</p> : null}
      {listed ? (
        <details open={hasError || listed.length < 3}>
          <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-1.5">
            {listed.map(({ id, hex }) => (
              <span
                key={id}
                className="size-7 border border-control"
                style={{ backgroundColor: hex }}
              />
            ))}
            <span className="link ml-2">{words.editColours(listed.length)}</span>
          </summary>
          <ul className="grid gap-3 pt-2">
            {listed.map((colour, index) => {
              const name = colour.name.id || colour.hex;
              return (
                <li key={colour.id} className="flex items-start gap-3 border-t border-rule pt-2">
                  <input
                    type="color"
                    aria-label={`${words.colourValue}: ${name}`}
                    value={colour.hex}
                    className="mt-7 size-11 shrink-0 cursor-pointer border border-control bg-card p-1"
                    onChange={(event) =>
                      onChange(listed.with(index, { ...colour, hex: event.currentTarget.value }))
                    }
                  />
                  <div className="min-w-0 grow">
                    <LocalTextField
                      label={words.colourName}
                      maxLength={60}
                      value={colour.name}
                      errors={{
                        id: errorOf(`${index}.name.id`) ?? errorOf(`${index}.id`),
                        en: errorOf(`${index}.name.en`),
                      }}
                      onChange={(next) => onChange(listed.with(index, { ...colour, name: next }))}
                    />
                  </div>
                  <span className="pt-7">
                    <IconButton
                      icon="trash-2"
                      label={words.removeColour(name)}
                      onClick={() => onChange(listed.toSpliced(index, 1))}
                    />
                  </span>
                </li>
              );
            })}
            <li>
              <Button look="quiet" icon="plus" onClick={() => add(listed)}>
                {words.addColour}
              </Button>
            </li>
          </ul>
        </details>
      ) : null}
    </fieldset>
  );
}
