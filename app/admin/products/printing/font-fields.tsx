import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import type { AreaDraft } from "./spec-draft.ts";

interface FontFieldsProps {
  fonts: AreaDraft["fonts"];
  onChange: (fonts: AreaDraft["fonts"]) => void;
}

const offered = fontCatalogue.filter(({ isRetired }) => !isRetired);

/** All fonts, or those that are ticked. */
export function FontFields({ fonts, onChange }: FontFieldsProps) {
  const words = usePrintingWords();
  const chosen = fonts === "all" ? null : fonts;
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-semibold">{words.fonts}</legend>
      <div className="flex flex-wrap gap-x-5">
        <Checkbox
          type="radio"
          label={words.allFonts}
          checked={chosen === null}
          onChange={() => onChange("all")}
        />
        <Checkbox
          type="radio"
          label={words.someFonts}
          checked={chosen !== null}
          onChange={() => onChange(offered.map(({ id }) => id))}
        />
      </div>
      {chosen ? (
        <div className="grid gap-x-4 border-t border-rule sm:grid-cols-2 xl:grid-cols-3">
          {offered.map(({ id, family, weight }) => (
            <Checkbox
              key={id}
              label={`${family} ${weight}`}
              checked={chosen.includes(id)}
              // The last one stays: an area without a font would refuse every text.
              disabled={chosen.length === 1 && chosen.includes(id)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, id]
                    : chosen.filter((other) => other !== id),
                )
              }
            />
          ))}
        </div>
      ) : null}
    </fieldset>
  );
}
