import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { NumberField } from "./number-field.tsx";
import { type AreaDraft, type ColourDraft, freeId, type SpecDraft } from "./spec-draft.ts";

const firstColours: ColourDraft[] = [
  { id: "colour-1", name: { id: "Hitam", en: "Black" }, hex: "#000000" },
  { id: "colour-2", name: { id: "Putih", en: "White" }, hex: "#ffffff" },
];

/** Of a press, in the order in which a specification has them. */
const plates = ["C", "M", "Y", "K"] as const;

interface ColourFieldsProps {
  colours: AreaDraft["colours"];
  process: SpecDraft["process"];
  /** By the path below the colours; empty for all of them. */
  errorOf: (path: string) => string | undefined;
  onChange: (colours: AreaDraft["colours"]) => void;
}

/** Any colour, or the list of those that can be printed. */
export function ColourFields({ colours, process, errorOf, onChange }: ColourFieldsProps) {
  const words = usePrintingWords();
  const listed = colours === "any" ? null : colours;
  const hasError = (listed ?? []).some((_, index) =>
    ["id", "name.id", "name.en", "hex", "spot", ...plates.map((_, at) => `cmyk.${at}`)].some(
      (name) => errorOf(`${index}.${name}`),
    ),
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
          <p className="text-sm text-muted">{words.inkNameHint}</p>
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
                  <div className="grid min-w-0 grow gap-3">
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
                    <InkFields
                      colour={colour}
                      process={process}
                      errorOf={(path) => errorOf(`${index}.${path}`)}
                      onChange={(next) => onChange(listed.with(index, next))}
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

/** What the printer's chart calls a colour, and what a press prints of it. */
function InkFields({
  colour,
  process,
  errorOf,
  onChange,
}: {
  colour: ColourDraft;
  process: SpecDraft["process"];
  errorOf: (path: string) => string | undefined;
  onChange: (colour: ColourDraft) => void;
}) {
  const words = usePrintingWords();
  const { cmyk = ["", "", "", ""] } = colour;
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field label={words.inkName} error={errorOf("spot")} optional>
        {(parts) => (
          <TextInput
            {...parts}
            maxLength={60}
            autoComplete="off"
            value={colour.spot ?? ""}
            onChange={(event) => onChange({ ...colour, spot: event.currentTarget.value })}
          />
        )}
      </Field>
      {process === "laser" || process === "offset" ? (
        <div className="grid grid-cols-4 gap-2">
          {plates.map((plate, at) => (
            <NumberField
              key={plate}
              label={plate}
              unit="%"
              value={cmyk[at] ?? ""}
              error={errorOf(`cmyk.${at}`)}
              onChange={(value) =>
                onChange({ ...colour, cmyk: cmyk.with(at, value) as typeof cmyk })
              }
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}
