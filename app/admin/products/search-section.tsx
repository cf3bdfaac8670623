import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { FoldableSection } from "./foldable-section.tsx";
import type { FieldsProps } from "./texts-section.tsx";

/** The address of the product and what search engines show. */
export function SearchSection({ fields, onChange, errorOf }: FieldsProps) {
  const { editor: words } = useProductWords();
  const { seo } = fields;
  const errorsOf = (path: string) => ({ id: errorOf(`${path}.id`), en: errorOf(`${path}.en`) });
  return (
    <FoldableSection title={words.search}>
      <Field label={words.slug} hint={words.slugHint} error={errorOf("after.slug")}>
        {(parts) => (
          <TextInput
            {...parts}
            className="figures"
            value={fields.slug}
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange({ slug: event.currentTarget.value })}
          />
        )}
      </Field>
      <LocalTextField
        label={words.seoTitle}
        hint={words.seoTitleHint}
        value={seo.title}
        onChange={(title) => onChange({ seo: { ...seo, title } })}
        maxLength={120}
        errors={errorsOf("after.seo.title")}
      />
      <LocalTextField
        label={words.seoDescription}
        hint={words.seoDescriptionHint}
        value={seo.description}
        onChange={(description) => onChange({ seo: { ...seo, description } })}
        maxLength={320}
        rows={2}
        errors={errorsOf("after.seo.description")}
      />
      <p className="grid gap-0.5 border-l-4 border-rule pl-4 wrap-anywhere">
        <span className="text-base text-carbon">{seo.title.id || fields.name.id}</span>
        <span className="figures text-xs text-paid">/item/{fields.slug}</span>
        <span className="text-muted">{seo.description.id || fields.summary.id}</span>
      </p>
    </FoldableSection>
  );
}
