import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { Button } from "#app/ui/button.tsx";
import type { ProductFields } from "#shop/catalogue/products/product.ts";
import { FoldableSection } from "./foldable-section.tsx";

export interface FieldsProps {
  fields: ProductFields;
  onChange: (change: Partial<ProductFields>) => void;
  /** The words for what is wrong with a field, by its path. */
  errorOf: (path: string) => string | undefined;
}

/** Name, summary, description and further sections. */
export function TextsSection({ fields, onChange, errorOf }: FieldsProps) {
  const { editor: words } = useProductWords();
  const errorsOf = (path: string) => ({ id: errorOf(`${path}.id`), en: errorOf(`${path}.en`) });
  const setSection = (index: number, change: Partial<ProductFields["sections"][number]>) =>
    onChange({
      sections: fields.sections.map((section, place) =>
        place === index ? { ...section, ...change } : section,
      ),
    });
  return (
    <FoldableSection title={words.texts} isOpen>
      <LocalTextField
        label={words.name}
        value={fields.name}
        onChange={(name) => onChange({ name })}
        maxLength={120}
        errors={errorsOf("after.name")}
      />
      <LocalTextField
        label={words.summary}
        hint={words.summaryHint}
        value={fields.summary}
        onChange={(summary) => onChange({ summary })}
        maxLength={300}
        rows={2}
        errors={errorsOf("after.summary")}
      />
      <LocalTextField
        label={words.description}
        hint={words.marksHint}
        value={fields.description}
        onChange={(description) => onChange({ description })}
        maxLength={20_000}
        rows={7}
        errors={errorsOf("after.description")}
      />
      <div className="grid gap-4 border-t border-rule pt-4">
        <div>
          <h3 className="font-semibold">{words.sections}</h3>
          <p className="text-muted">{words.sectionsHint}</p>
        </div>
        {fields.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity, and their order does not change
          <div key={index} className="grid gap-3 border-l-4 border-rule pl-4">
            <LocalTextField
              label={words.heading}
              value={section.heading}
              onChange={(heading) => setSection(index, { heading })}
              maxLength={120}
              errors={errorsOf(`after.sections.${index}.heading`)}
            />
            <LocalTextField
              label={words.body}
              hint={words.marksHint}
              value={section.body}
              onChange={(body) => setSection(index, { body })}
              maxLength={10_000}
              rows={4}
              errors={errorsOf(`after.sections.${index}.body`)}
            />
            <Button
              look="bare"
              icon="trash-2"
              className="justify-self-start"
              onClick={() =>
                onChange({ sections: fields.sections.filter((_, place) => place !== index) })
              }
            >
              {words.removeSection(section.heading.id)}
            </Button>
          </div>
        ))}
        <Button
          look="quiet"
          icon="plus"
          className="justify-self-start"
          onClick={() =>
            onChange({
              sections: [
                ...fields.sections,
                { heading: { id: "", en: "" }, body: { id: "", en: "" } },
              ],
            })
          }
        >
          {words.addSection}
        </Button>
      </div>
    </FoldableSection>
  );
}
