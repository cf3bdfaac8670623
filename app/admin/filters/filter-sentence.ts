import type { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import type { Language } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Fields } from "#shop/staff/filters/field.ts";
import { type Filter, isGroup, type Term } from "#shop/staff/filters/filter.ts";

type Words = ReturnType<typeof useFilterWords>;
export type FilteredList = keyof Words["lists"];

/** Values of a field with ids or names of their own, e.g. categories. */
export type FieldOptions = Readonly<
  Record<string, readonly { readonly value: string; readonly label: string }[]>
>;

interface Source {
  readonly words: Words;
  readonly language: Language;
  readonly list: FilteredList;
  readonly fields: Fields;
  readonly options: FieldOptions;
}

export function fieldLabel({ words, list }: Pick<Source, "words" | "list">, field: string): string {
  const labels: Readonly<Record<string, string>> = words.lists[list].fields;
  return Object.hasOwn(labels, field) ? (labels[field] ?? field) : field;
}

/** The choices of a field with their labels. */
export function choicesOf(
  { words, list, fields, options }: Omit<Source, "language">,
  field: string,
): readonly { readonly value: string; readonly label: string }[] {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> =
    words.lists[list].choices;
  const known = Object.hasOwn(labels, field) ? labels[field] : undefined;
  return (
    options[field] ??
    fields[field]?.choices?.map((value) => ({ value, label: known?.[value] ?? value })) ??
    []
  );
}

function valueLabel(source: Source, { field }: Term, value: string): string {
  const { words, language, fields } = source;
  switch (fields[field]?.type) {
    case "amount":
      return formatRupiah(Number(value));
    case "moment":
      return [formatDay(value.slice(0, 10), language), value.slice(11)].filter(Boolean).join(" ");
    case "boolean":
      return value === "yes" ? words.yes : words.no;
    case "choice":
    case "code":
    case "id":
      return choicesOf(source, field).find((choice) => choice.value === value)?.label ?? value;
    default:
      return value;
  }
}

/** A filter in words, e.g. `Harga ≥ Rp100.000`. */
export function filterSentence(source: Source, filter: Filter): string {
  const { words } = source;
  if (isGroup(filter)) {
    const parts = filter.parts.map((part) =>
      isGroup(part) ? `(${filterSentence(source, part)})` : filterSentence(source, part),
    );
    return parts.join(` ${words.joins[filter.join]} `);
  }
  const values = filter.values.map((value) => valueLabel(source, filter, value));
  return words.terms[filter.operator](fieldLabel(source, filter.field), values.join(", "));
}
