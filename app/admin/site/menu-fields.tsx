import { useState } from "react";
import { NamedLocalText } from "#app/admin/kit/form/local-text.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Button } from "#app/ui/button.tsx";
import {
  type MenuEntryKind,
  maxColumnLinks,
  maxColumns,
  maxHeaderEntries,
  maxMenuLabel,
  menuEntryKinds,
} from "#shop/content/menu.ts";
import { type BodyFieldsProps, keysInOrder, startOf } from "./body-values.ts";
import { ChoiceField } from "./choice-field.tsx";
import { LinkField } from "./link-field.tsx";
import { newEntry, OrderedEntries, type OrderedEntry } from "./ordered-entries.tsx";

/** The entries of the header's menu or of the footer. */
export function MenuFields({ name, values, errorOf, onDirty, choices }: BodyFieldsProps) {
  const words = useSiteWords();
  const isFooter = name.key === "footer";
  const [entries, setEntries] = useState<readonly OrderedEntry<MenuEntryKind>[]>(() =>
    keysInOrder(values).map((key) => ({ key, kind: values[`${key}.kind`] as MenuEntryKind })),
  );
  const change = (changed: readonly OrderedEntry<MenuEntryKind>[]) => {
    setEntries(changed);
    onDirty();
  };
  const columns = entries.filter(({ kind }) => kind === "column").length;
  const maxEntries = isFooter ? maxColumns * (maxColumnLinks + 1) : maxHeaderEntries;
  const mayAdd = (kind: MenuEntryKind) =>
    kind === "column" ? isFooter && columns < maxColumns : !isFooter || columns > 0;
  return (
    <>
      <OrderedEntries
        entries={entries}
        onChange={change}
        kindNames={words.menuKinds}
        error={errorOf("entries")}
      >
        {(entry) => (
          <EntryFields entry={entry} values={values} errorOf={errorOf} choices={choices} />
        )}
      </OrderedEntries>
      {entries.length < maxEntries ? (
        <div className="grid gap-2">
          <p className="font-semibold">{words.addEntry}</p>
          <div className="flex flex-wrap gap-2">
            {menuEntryKinds.filter(mayAdd).map((kind) => (
              <Button
                key={kind}
                look="quiet"
                icon="plus"
                onClick={() => change([...entries, newEntry(kind)])}
              >
                {words.menuKinds[kind]}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
    </>
  );
}

type EntryFieldsProps = Pick<BodyFieldsProps, "values" | "errorOf" | "choices"> & {
  entry: OrderedEntry<MenuEntryKind>;
};

function EntryFields({ entry: { key, kind }, values, errorOf, choices }: EntryFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  const text = (name: string, label: string | undefined) => (
    <NamedLocalText
      name={`${key}.${name}`}
      label={label ?? ""}
      start={startOf(values, `${key}.${name}`)}
      maxLength={maxMenuLabel}
      errorOf={errorOf}
    />
  );
  const field = { values, errorOf };
  switch (kind) {
    case "category":
      return (
        <ChoiceField
          {...field}
          name={`${key}.category`}
          label={fields.category}
          none={words.chooseCategory}
          choices={choices.categories}
        />
      );
    case "collection":
      return (
        <ChoiceField
          {...field}
          name={`${key}.collection`}
          label={fields.collection}
          none={words.chooseCollection}
          choices={choices.collections}
        />
      );
    case "link":
      return (
        <>
          {text("label", fields.menuLabel)}
          <LinkField {...field} name={`${key}.link`} hint={words.menuLinkHint} />
        </>
      );
    case "column":
      return text("title", fields.title);
  }
}
