import { useState } from "react";
import { NamedLocalText } from "#app/admin/kit/form/local-text.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
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
import { type BodyFieldsProps, sectionKeys, startOf } from "./body-values.ts";

interface EditedSection {
  readonly key: string;
  readonly kind: HomeSectionKind;
}

/** The sections of the home page in their order, and its texts for search engines. */
export function HomeFields({ values, errorOf, onDirty, collections }: BodyFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  const [sections, setSections] = useState<readonly EditedSection[]>(() =>
    sectionKeys(values).map((key) => ({ key, kind: values[`${key}.kind`] as HomeSectionKind })),
  );
  const change = (changed: readonly EditedSection[]) => {
    setSections(changed);
    onDirty();
  };
  const move = (from: number, to: number) =>
    change(sections.toSpliced(from, 1).toSpliced(to, 0, ...sections.slice(from, from + 1)));
  const add = (kind: HomeSectionKind) => {
    const key = `s${Math.random().toString(36).slice(2, 10)}`;
    change([...sections, { key, kind }]);
  };
  const error = errorOf("sections");
  return (
    <>
      <input type="hidden" name="order" value={sections.map(({ key }) => key).join(" ")} />
      <ol className="grid gap-4">
        {sections.map((section, place) => {
          const name = `${place + 1}. ${words.sectionKinds[section.kind]}`;
          return (
            <li key={section.key} className="grid gap-4 border border-rule p-4">
              <input type="hidden" name={`${section.key}.kind`} value={section.kind} />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="font-semibold">{name}</h3>
                <span className="flex gap-1">
                  <IconButton
                    icon="chevron-up"
                    label={words.moveUp(name)}
                    disabled={place === 0}
                    onClick={() => move(place, place - 1)}
                  />
                  <IconButton
                    icon="chevron-down"
                    label={words.moveDown(name)}
                    disabled={place === sections.length - 1}
                    onClick={() => move(place, place + 1)}
                  />
                  {section.kind === "hero" ? null : (
                    <IconButton
                      icon="trash-2"
                      label={words.removeSection(name)}
                      onClick={() => change(sections.toSpliced(place, 1))}
                    />
                  )}
                </span>
              </div>
              <SectionFields
                section={section}
                values={values}
                errorOf={errorOf}
                collections={collections}
              />
            </li>
          );
        })}
      </ol>
      {error ? <p className="text-sm text-stamp">{error}</p> : null}
      {sections.length < maxHomeSections ? (
        <div className="grid gap-2">
          <p className="font-semibold">{words.addSection}</p>
          <div className="flex flex-wrap gap-2">
            {homeSectionKinds
              .filter((kind) => isRepeated(kind) || !sections.some((one) => one.kind === kind))
              .map((kind) => (
                <Button key={kind} look="quiet" icon="plus" onClick={() => add(kind)}>
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

type SectionFieldsProps = Pick<BodyFieldsProps, "values" | "errorOf" | "collections"> & {
  section: EditedSection;
};

function SectionFields({ section, values, errorOf, collections }: SectionFieldsProps) {
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
      return (
        <ProductFields
          sectionKey={key}
          values={values}
          errorOf={errorOf}
          collections={collections}
        />
      );
    case "text":
      return (
        <>
          {text("title", fields.title, maxHomeTitle)}
          {text("text", fields.text, maxHomeText, 6)}
          <Field label={fields.link} hint={words.linkHint} error={errorOf(`${key}.link`)}>
            {(parts) => (
              <TextInput
                {...parts}
                name={`${key}.link`}
                defaultValue={values[`${key}.link`]}
                maxLength={500}
                autoComplete="off"
                autoCapitalize="none"
              />
            )}
          </Field>
          {text("label", fields.label, maxLinkLabel)}
        </>
      );
    default:
      return <p className="text-sm text-muted">{words.sectionHints[kind]}</p>;
  }
}

type ProductFieldsProps = Pick<BodyFieldsProps, "values" | "errorOf" | "collections"> & {
  sectionKey: string;
};

function ProductFields({ sectionKey: key, values, errorOf, collections }: ProductFieldsProps) {
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
          <Field label={fields.collection} error={errorOf(`${key}.collection`)}>
            {(parts) => (
              <Select
                {...parts}
                name={`${key}.collection`}
                defaultValue={values[`${key}.collection`] ?? ""}
              >
                <option value="">{words.chooseCollection}</option>
                {collections.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
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
