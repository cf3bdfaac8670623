import { useState } from "react";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { useLanguage } from "#app/language.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { EditorChoices } from "#shop/catalogue/products/find-product.server.ts";
import { FoldableSection } from "./foldable-section.tsx";
import { NewCategory } from "./new-category.tsx";
import type { FieldsProps } from "./texts-section.tsx";

const taxClasses = ["goods", "luxury", "exempt"] as const;

/** Categories, tags, brand, and the classes that tax and couriers ask for. */
export function OrganisationPanel({
  fields,
  onChange,
  errorOf,
  choices,
}: FieldsProps & { choices: EditorChoices }) {
  const { editor: words } = useProductWords();
  const language = useLanguage();
  const nameOf = (name: { id: string; en: string }) => name[language] || name.id;
  return (
    <FoldableSection title={words.organisation}>
      <fieldset className="grid">
        <legend className="font-semibold">{words.categories}</legend>
        {choices.categories.length === 0 ? (
          <p className="text-muted">{words.noCategories}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area takes the focus, also where its ticks are disabled
          <section aria-label={words.categories} tabIndex={0} className="max-h-72 overflow-y-auto">
            {choices.categories.map((category) => (
              <Checkbox
                key={category.id}
                label={nameOf(category.name)}
                checked={fields.category_ids.includes(category.id)}
                onChange={(event) =>
                  onChange({
                    category_ids: event.currentTarget.checked
                      ? [...fields.category_ids, category.id].sort()
                      : fields.category_ids.filter((id) => id !== category.id),
                  })
                }
              />
            ))}
          </section>
        )}
        <NewCategory
          onMade={(id) => onChange({ category_ids: [...fields.category_ids, id].sort() })}
        />
      </fieldset>
      <TagsField fields={fields} onChange={onChange} errorOf={errorOf} />
      <Field label={words.brand} error={errorOf("after.brand")} optional>
        {(parts) => (
          <TextInput
            {...parts}
            value={fields.brand}
            maxLength={80}
            onChange={(event) => onChange({ brand: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={words.taxClass}>
        {(parts) => (
          <Select
            {...parts}
            className="w-full"
            value={fields.tax_class}
            onChange={(event) =>
              onChange({
                tax_class: taxClasses.find((name) => name === event.currentTarget.value) ?? "goods",
              })
            }
          >
            {taxClasses.map((name) => (
              <option key={name} value={name}>
                {words.taxClasses[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.shippingClass}>
        {(parts) => (
          <Select
            {...parts}
            className="w-full"
            value={fields.shipping_class}
            onChange={(event) => onChange({ shipping_class: event.currentTarget.value })}
          >
            {choices.shipping_classes.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {nameOf(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FoldableSection>
  );
}

/** Tags as one line. The line keeps what is typed; the product gets its parts. */
function TagsField({ fields, onChange, errorOf }: FieldsProps) {
  const { editor: words } = useProductWords();
  const [typed, setTyped] = useState(fields.tags.join(", "));
  const partsOf = (text: string) =>
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag, index, tags) => tag !== "" && tags.indexOf(tag) === index);
  // Discarding or merging changes the tags from outside.
  const shown = partsOf(typed).join() === fields.tags.join() ? typed : fields.tags.join(", ");
  return (
    <Field label={words.tags} hint={words.tagsHint} error={errorOf("after.tags")} optional>
      {(parts) => (
        <TextInput
          {...parts}
          value={shown}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange({ tags: partsOf(event.currentTarget.value) });
          }}
        />
      )}
    </Field>
  );
}
