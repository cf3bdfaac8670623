import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useInks } from "#app/designer/panels/offered-inks.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { isVisibleOn } from "#shop/designs/colour/ink-contrast.ts";
import type { DesignDocument, ShapeLayer, TextLayer } from "#shop/designs/document/document.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { changeLayer } from "#shop/designs/edit/edit-layers.ts";
import type { GarmentColour } from "#shop/designs/print-setup/find-template.server.ts";

interface InkSectionProps {
  document: DesignDocument;
  layer: TextLayer | ShapeLayer;
  area: SpecArea;
  garments: readonly GarmentColour[];
  onChange: (document: DesignDocument) => void;
}

/** The ink of a text or a shape on each colour of the goods. Without a choice it is the layer's own, where that is seen. */
export function InkSection({ document, layer, area, garments, onChange }: InkSectionProps) {
  const { templates: words } = usePrintingWords();
  const offered = useInks(area.colours);
  if (garments.length === 0) return null;
  const choose = (hex: string, ink: string) => {
    const { [hex]: _, ...others } = layer.inks ?? {};
    const inks = ink === "" ? others : { ...others, [hex]: ink };
    onChange(changeLayer(document, layer.id, (one) => ({ ...one, inks }) as typeof layer));
  };
  return (
    <fieldset className="mt-4 grid gap-3 border-t border-rule pt-3">
      <legend className="pb-1 text-sm font-semibold">{words.inks.title}</legend>
      <p className="text-sm text-muted">{words.inks.hint}</p>
      {garments.map(({ hex, name }) => {
        const ink = layer.inks?.[hex] ?? "";
        const isOffered = ink === "" || offered.some((one) => one.hex === ink);
        const problem = !isOffered
          ? words.inks.gone
          : ink !== "" && !isVisibleOn(ink, hex)
            ? words.inks.unseen
            : undefined;
        return (
          <Field
            key={hex}
            label={
              <span className="flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className="size-5 border border-control"
                  style={{ backgroundColor: hex }}
                />
                {words.inks.on(name)}
              </span>
            }
            error={problem}
          >
            {(parts) => (
              <Select
                {...parts}
                className="w-full"
                value={ink}
                onChange={({ currentTarget }) => choose(hex, currentTarget.value)}
              >
                <option value="">{words.inks.own}</option>
                {isOffered ? null : <option value={ink}>{ink}</option>}
                {offered.map((one) => (
                  <option key={one.hex} value={one.hex}>
                    {one.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        );
      })}
    </fieldset>
  );
}
