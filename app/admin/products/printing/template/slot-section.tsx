import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { ChoiceField } from "#app/designer/panels/choice-field.tsx";
import { usePhotoSlotWords } from "#app/messages/shared/photo-slot.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { DesignDocument, SlotLayer } from "#shop/designs/document/document.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import { changeLayer } from "#shop/designs/edit/edit-layers.ts";
import { fieldOf, type TemplateField, withField } from "#shop/designs/edit/template-fields.ts";

interface SlotSectionProps {
  document: DesignDocument;
  layer: SlotLayer;
  onChange: (document: DesignDocument) => void;
}

const masks = ["none", "ellipse", "round"] as const;

/** What buyers are asked for a photo slot, and how their photograph lies in it. */
export function SlotSection({ document, layer, onChange }: SlotSectionProps) {
  const { templates: words } = usePrintingWords();
  const slots = usePhotoSlotWords();
  const field = fieldOf(document, layer);
  if (!field) return null;
  const ask = (part: Partial<TemplateField>) =>
    onChange(withField(document, layer.id, { ...field, ...part }));
  const place = (part: Partial<SlotLayer>) =>
    onChange(changeLayer(document, layer.id, (one) => ({ ...one, ...part }) as SlotLayer));
  return (
    <fieldset className="mt-4 grid gap-3 border-t border-rule pt-3">
      <legend className="sr-only">{words.photo}</legend>
      <p className="text-sm text-muted">{words.photoHint}</p>
      {(["id", "en"] as const).map((language) => (
        <Field key={language} label={words.labels[language]}>
          {(parts) => (
            <TextInput
              {...parts}
              lang={language}
              maxLength={60}
              value={field.label[language]}
              onChange={({ currentTarget }) =>
                ask({ label: { ...field.label, [language]: currentTarget.value } })
              }
            />
          )}
        </Field>
      ))}
      <ChoiceField
        label={slots.fit}
        value={layer.fit}
        choices={(["cover", "contain"] as const).map((value) => ({
          value,
          label: slots.fits[value],
        }))}
        onChange={(fit) => place({ fit })}
      />
      <ChoiceField
        label={words.shape}
        value={layer.mask}
        choices={masks.map((value) => ({ value, label: words.shapes[value] }))}
        onChange={(mask) =>
          place({
            mask,
            ...(mask === "round" ? { corner: rounded(Math.min(layer.w, layer.h) / 8) } : {}),
          })
        }
      />
      <Checkbox
        label={words.required}
        checked={field.required}
        onChange={({ currentTarget }) => ask({ required: currentTarget.checked })}
      />
    </fieldset>
  );
}
