import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { DesignDocument, TextLayer } from "#shop/designs/document/document.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { changeLayer, groupOf } from "#shop/designs/edit/edit-layers.ts";
import {
  fieldOf,
  freeFieldId,
  ofPieces,
  type TemplateField,
  withField,
  withoutField,
  withRoom,
} from "#shop/designs/edit/template-fields.ts";

const rules = ["name", "number", "date", "free"] as const;
/** Letters that a new field takes. */
const usualMax = 20;
const most = 200;

interface FieldSectionProps {
  document: DesignDocument;
  layer: TextLayer;
  area: SpecArea;
  onChange: (document: DesignDocument) => void;
}

/** Whether buyers fill in a text, and what they may write there. */
export function FieldSection({ document, layer, area, onChange }: FieldSectionProps) {
  const { templates: words } = usePrintingWords();
  const field = fieldOf(document, layer);
  const set = (part: Partial<TemplateField>) => {
    if (field) onChange(withField(document, layer.id, { ...field, ...part }));
  };
  const begin = () => {
    const around = groupOf(document, layer.id) ?? area;
    const roomy = changeLayer(document, layer.id, () => withRoom(layer, around.w, area));
    onChange(
      withField(roomy, layer.id, {
        id: freeFieldId(document),
        label: words.newLabel,
        max: usualMax,
        rule: "name",
        required: true,
      }),
    );
  };
  return (
    <fieldset className="mt-4 grid gap-3 border-t border-rule pt-3">
      <legend className="sr-only">{words.field}</legend>
      <Checkbox
        label={words.field}
        checked={field !== undefined}
        onChange={({ currentTarget }) =>
          currentTarget.checked ? begin() : onChange(withoutField(document, layer.id))
        }
      />
      {field ? (
        <>
          {(["id", "en"] as const).map((language) => (
            <Field key={language} label={words.labels[language]}>
              {(parts) => (
                <TextInput
                  {...parts}
                  lang={language}
                  maxLength={60}
                  value={field.label[language]}
                  onChange={({ currentTarget }) =>
                    set({ label: { ...field.label, [language]: currentTarget.value } })
                  }
                />
              )}
            </Field>
          ))}
          <div className="grid grid-cols-2 gap-2">
            <Field label={words.rule}>
              {(parts) => (
                <Select
                  {...parts}
                  className="w-full"
                  value={field.rule}
                  onChange={({ currentTarget }) =>
                    set({ rule: rules.find((name) => name === currentTarget.value) ?? "free" })
                  }
                >
                  {rules.map((rule) => (
                    <option key={rule} value={rule}>
                      {words.rules[rule]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={words.max}>
              {(parts) => (
                <TextInput
                  {...parts}
                  type="number"
                  min={1}
                  max={most}
                  className="figures"
                  value={field.max}
                  onChange={({ currentTarget }) =>
                    set({
                      max: Math.min(
                        most,
                        Math.max(1, Math.trunc(currentTarget.valueAsNumber) || 1),
                      ),
                    })
                  }
                />
              )}
            </Field>
          </div>
          <Checkbox
            label={words.required}
            checked={field.required}
            onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
          />
          <Field label={words.pieces} hint={words.piecesHint[field.each ? "each" : "all"]}>
            {(parts) => (
              <Select
                {...parts}
                className="w-full"
                value={field.each ? "each" : "all"}
                onChange={({ currentTarget }) =>
                  onChange(
                    withField(document, layer.id, ofPieces(field, currentTarget.value === "each")),
                  )
                }
              >
                {(["all", "each"] as const).map((name) => (
                  <option key={name} value={name}>
                    {words.piecesOf[name]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      ) : null}
    </fieldset>
  );
}
