import { useState } from "react";
import { NamedLocalText } from "#app/admin/kit/form/local-text.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import {
  type HomeSectionKind,
  homeSectionKinds,
  maxHomeLead,
  maxHomeSections,
  maxHomeText,
  maxHomeTitle,
  maxLinkLabel,
  type ProductSource,
  productSources,
} from "#shop/content/home-page.ts";
import { maxPageDescription } from "#shop/content/page.ts";
import { type BodyFieldsProps, keysInOrder, startOf } from "./body-values.ts";
import { ChoiceField } from "./choice-field.tsx";
import { LinkField } from "./link-field.tsx";
import { newEntry, OrderedEntries, type OrderedEntry } from "./ordered-entries.tsx";

type EditedSection = OrderedEntry<HomeSectionKind>;

/** The sections of the home page in their order, and its texts for search engines. */
export function HomeFields({ values, errorOf, onDirty, choices }: BodyFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  const [sections, setSections] = useState<readonly EditedSection[]>(() =>
    keysInOrder(values).map((key) => ({ key, kind: values[`${key}.kind`] as HomeSectionKind })),
  );
  const change = (changed: readonly EditedSection[]) => {
    setSections(changed);
    onDirty();
  };
  return (
    <>
      <OrderedEntries
        entries={sections}
        onChange={change}
        kindNames={words.sectionKinds}
        mayRemove={({ kind }) => kind !== "hero"}
        error={errorOf("sections")}
      >
        {(section) => (
          <SectionFields section={section} values={values} errorOf={errorOf} choices={choices} />
        )}
      </OrderedEntries>
      {sections.length < maxHomeSections ? (
        <div className="grid gap-2">
          <p className="font-semibold">{words.addSection}</p>
          <div className="flex flex-wrap gap-2">
            {homeSectionKinds
              .filter((kind) => isRepeated(kind) || !sections.some((one) => one.kind === kind))
              .map((kind) => (
                <Button
                  key={kind}
                  look="quiet"
                  icon="plus"
                  onClick={() => change([...sections, newEntry(kind)])}
                >
                  {words.sectionKinds[kind]}
                </Button>
              ))}
          </div>
        </div>
      ) : null}
      <NamedLocalText
        name="title"
        label={fields.searchTitle ?? ""}
        hint={words.searchHint}
        start={startOf(values, "title")}
        maxLength={maxHomeTitle}
        errorOf={errorOf}
      />
      <NamedLocalText
        name="description"
        label={fields.searchDescription ?? ""}
        start={startOf(values, "description")}
        maxLength={maxPageDescription}
        errorOf={errorOf}
      />
    </>
  );
}

function isRepeated(kind: HomeSectionKind): boolean {
  return kind === "products" || kind === "text";
}

type SectionFieldsProps = Pick<BodyFieldsProps, "values" | "errorOf" | "choices"> & {
  section: EditedSection;
};

function SectionFields({ section, values, errorOf, choices }: SectionFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  const { key, kind } = section;
  const text = (name: string, label: string | undefined, maxLength: number, rows?: number) => (
    <NamedLocalText
      name={`${key}.${name}`}
      label={label ?? ""}
      start={startOf(values, `${key}.${name}`)}
      maxLength={maxLength}
      errorOf={errorOf}
      {...(rows ? { rows } : {})}
    />
  );
  switch (kind) {
    case "hero":
      return (
        <>
          {text("title", fields.title, maxHomeTitle)}
          {text("text", fields.text, maxHomeLead, 3)}
        </>
      );
    case "products":
      return <ProductFields sectionKey={key} values={values} errorOf={errorOf} choices={choices} />;
    case "text":
      return (
        <>
          {text("title", fields.title, maxHomeTitle)}
          {text("text", fields.text, maxHomeText, 6)}
          <LinkField name={`${key}.link`} hint={words.linkHint} values={values} errorOf={errorOf} />
          {text("label", fields.label, maxLinkLabel)}
        </>
      );
    default:
      return <p className="text-sm text-muted">{words.sectionHints[kind]}</p>;
  }
}

type ProductFieldsProps = Pick<BodyFieldsProps, "values" | "errorOf" | "choices"> & {
  sectionKey: string;
};

function ProductFields({ sectionKey: key, values, errorOf, choices }: ProductFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  const [source, setSource] = useState(values[`${key}.source`] || "newest");
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label={fields.source} error={errorOf(`${key}.source`)}>
          {(parts) => (
            <Select
              {...parts}
              name={`${key}.source`}
              value={source}
              onChange={(event) => setSource(event.currentTarget.value as ProductSource)}
            >
              {productSources.map((one) => (
                <option key={one} value={one}>
                  {words.productSources[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {source === "collection" ? (
          <ChoiceField
            name={`${key}.collection`}
            label={fields.collection}
            none={words.chooseCollection}
            choices={choices.collections}
            values={values}
            errorOf={errorOf}
          />
        ) : null}
      </div>
      <NamedLocalText
        name={`${key}.title`}
        label={fields.title ?? ""}
        hint={words.builtInTitle}
        start={startOf(values, `${key}.title`)}
        maxLength={maxHomeTitle}
        errorOf={errorOf}
      />
    </>
  );
}
