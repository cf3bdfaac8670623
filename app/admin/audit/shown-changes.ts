import type { auditWords } from "#app/admin/audit/messages/audit.ts";
import { formatDay, formatMoment } from "#app/messages/shared/dates.ts";
import type { Language } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { AuditEntry } from "#shop/staff/audit-entry.ts";

/** The catalogue of messages, and the names of values that have one, e.g. of a role. */
export type AuditTexts = ReturnType<typeof auditWords> & {
  readonly nameOf: (column: string, value: string) => string | undefined;
};
type Words = AuditTexts;

/** A changed field in words. Null: the entry says nothing about that side, because the thing was made or deleted. */
export interface ShownChange {
  readonly name: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isNumber: boolean;
}

/** Columns of whole rupiah. */
const money: ReadonlySet<string> = new Set(
  `amount budget cod_fee cod_max cod_min first_kg flat_price free_from max_discount max_subsidy max_subtotal min_subtotal
  next_kg price refund_day_limit refund_limit was_price`.split(/\s+/),
);
/** Characters of a text of which only the part that differs is shown. */
const maxLength = 240;
/** Unchanged characters that are shown on each side of a difference. */
const context = 40;

/** Whose words and whose clock. */
export interface Reader {
  readonly language: Language;
  readonly zone: ShopTimeZone;
}

/** What an entry says about each field, in words of the reader's language. */
export function shownChanges(entry: AuditEntry, words: Words, reader: Reader): ShownChange[] {
  const verb = entry.action.slice(entry.action.indexOf(".") + 1);
  const told = Object.entries(entry.changes).filter(
    ([name, [before, after]]) =>
      verb === "changed" || !isObvious(name, before ?? after, entry.subject?.id),
  );
  const changes = told.flatMap(([name, [before, after]]) =>
    partsOf(name, before, after, words).map((part) => {
      const shown = {
        before: shownValue(name, part.before, words, reader),
        after: shownValue(name, part.after, words, reader),
      };
      const isNumber = typeof (part.after ?? part.before) === "number";
      if (verb === "created") return { ...part, before: null, after: shown.after, isNumber };
      if (verb === "deleted") return { ...part, before: shown.before, after: null, isNumber };
      return { ...part, ...clipDifference(shown.before, shown.after, words), isNumber };
    }),
  );
  const details = Object.entries(entry.details).map(([name, value]) => ({
    name,
    label: labelOf(name, words),
    before: null,
    after: shownValue(name, value, words, reader),
    isNumber: typeof value === "number",
  }));
  return [...changes, ...details];
}

interface Part {
  readonly name: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The id of a new or deleted thing, and that it is the shop's own, say nothing beyond its name. */
function isObvious(name: string, value: unknown, subjectId: string | undefined): boolean {
  return (
    name === "id" || name === "only_row" || value === subjectId || (name === "built_in" && !value)
  );
}

/** A text in two languages is a field of its own in each language that changed. */
function partsOf(name: string, before: unknown, after: unknown, words: Words): Part[] {
  const label = labelOf(name, words);
  if (!isLocalText(before ?? after) || !isLocalText(after ?? before)) {
    return [{ name, label, before, after }];
  }
  const textOf = (value: unknown, language: Language) =>
    isLocalText(value) ? value[language] : null;
  return (["id", "en"] as const)
    .map((language) => ({
      name: `${name}.${language}`,
      label: `${label} (${words.languages[language]})`,
      before: textOf(before, language),
      after: textOf(after, language),
    }))
    .filter((part) => (part.before || null) !== (part.after || null));
}

function labelOf(name: string, words: Words): string {
  return (Object.hasOwn(words.fields, name) ? words.fields[name] : undefined) ?? name;
}

function isLocalText(value: unknown): value is Readonly<Record<Language, string>> {
  if (typeof value !== "object" || value === null) return false;
  const { id, en, ...rest } = value as Record<string, unknown>;
  return typeof id === "string" && typeof en === "string" && Object.keys(rest).length === 0;
}

/** A value of the database in words; empty without a value. */
export function shownValue(name: string, value: unknown, words: Words, reader: Reader): string {
  const { language, zone } = reader;
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") {
    return money.has(name) ? formatRupiah(value) : String(value);
  }
  if (typeof value === "string") {
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value, language);
    if (
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[\d.:+Z-]*$/.test(value) &&
      !Number.isNaN(Date.parse(value))
    ) {
      return formatMoment(value, language, zone);
    }
    const ofProgram = Object.hasOwn(words.values, value) ? words.values[value] : undefined;
    return words.nameOf(name, value) ?? ofProgram ?? value;
  }
  if (Array.isArray(value)) {
    return value
      .map((part) => shownValue(name, part, words, reader))
      .filter(Boolean)
      .join(name === "permissions" || value.some((part) => typeof part === "object") ? "\n" : ", ");
  }
  return shownObject(value as Record<string, unknown>, words, reader);
}

/** E.g. an option with its values: `Warna: Hitam, Putih`. */
function shownObject(
  value: Readonly<Record<string, unknown>>,
  words: Words,
  reader: Reader,
): string {
  if (isLocalText(value)) return value[reader.language] || value.id;
  const { name, label, heading, body, values } = value;
  const title = name ?? label ?? heading;
  if (title !== undefined) {
    const content = values ?? body;
    const shown = Array.isArray(content)
      ? content.map((part) => shownValue("values", part, words, reader)).join(", ")
      : shownValue("body", content, words, reader);
    const head = shownValue("name", title, words, reader);
    return shown ? `${head}: ${shown}` : head;
  }
  return Object.entries(value)
    .map(([key, part]) => [labelOf(key, words), shownValue(key, part, words, reader)] as const)
    .filter(([, part]) => part !== "")
    .map(([key, part]) => `${key}: ${part}`)
    .join(", ");
}

/** Of long texts only what differs, with some unchanged characters around it. */
export function clipDifference(
  before: string,
  after: string,
  words: Pick<Words, "unchanged">,
): { before: string; after: string } {
  if (Math.max(before.length, after.length) <= maxLength || !before || !after) {
    return { before, after };
  }
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const first = start > context ? start - context : 0;
  const last = end > context ? end - context : 0;
  const clip = (text: string) =>
    [
      first > 0 ? `${words.unchanged(first)} ` : "",
      text.slice(first, text.length - last),
      last > 0 ? ` ${words.unchanged(last)}` : "",
    ].join("");
  return { before: clip(before), after: clip(after) };
}
