import { readEmail } from "#base/email-address.ts";
import { type Language, languages } from "#base/language.ts";
import { readMailTags } from "#shop/consent/mail-tags.ts";
import { isTopicSlug } from "#shop/consent/topic.ts";
import { nullMark } from "#shop/imports/cells.ts";
import type { RowProblem, StagedRow } from "#shop/imports/kind.ts";
import { type Mapping, plainHeader, type Recognised } from "#shop/imports/mapping.ts";
import { tidyCell } from "#shop/imports/read-values.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import { readMoment } from "./read-moment.ts";

export const subscriberColumns = [
  ...["email", "name", "language", "tags", "topic", "state", "consent_at", "consent_source"],
] as const;

/** What other programs call the columns, in the order of preference; in small letters. */
const guesses: Readonly<Record<string, readonly string[]>> = {
  email: [
    ...["email", "email address", "e-mail", "e-mail address", "e-mail 1 - value", "subscriber"],
    ...["billing email", "billing_email", "customer email", "customer_email", "alamat email"],
    ...["surel", "alamat surel"],
  ],
  name: [
    ...[
      "name",
      "full name",
      "first name",
      "first_name",
      "firstname",
      "fname",
      "billing_first_name",
    ],
    ...["billing first name", "nama", "nama lengkap", "nama pelanggan"],
  ],
  language: ["language", "locale", "bahasa"],
  tags: ["tags", "tag", "label", "labels"],
  topic: ["topic", "topik"],
  state: [
    ...[
      "state",
      "status",
      "email marketing consent",
      "accepts email marketing",
      "accepts marketing",
    ],
    "subscription status",
  ],
  consent_at: [
    ...["consent_at", "optin_time", "confirm_time", "email marketing consent timestamp"],
    ...["consent timestamp", "opt-in date", "subscribed_at", "subscribed at", "optin date"],
    ...["consent date", "signup date", "sign-up date", "date added", "date subscribed"],
    ...["tanggal persetujuan", "tgl persetujuan", "tanggal daftar", "tanggal setuju"],
    ...["tgl setuju", "tgl daftar", "tanggal berlangganan", "tanggal izin"],
  ],
  consent_source: [
    ...["consent_source", "consent source", "source", "optin_source", "consent method"],
    ...["tempat menyetujui", "sumber persetujuan", "sumber"],
  ],
};

/** The columns of our own files and of those of Mailchimp, Klaviyo, WooCommerce and Shopify. */
export function recogniseSubscribers(headers: readonly string[]): Recognised | undefined {
  const byName = new Map(headers.map((header) => [plainHeader(header), header]));
  const mapping: Record<string, Mapping[string]> = {};
  for (const column of subscriberColumns) {
    const header = (guesses[column] ?? []).map((name) => byName.get(name)).find(Boolean);
    if (header !== undefined) mapping[column] = { header };
  }
  return mapping.email ? { source: null, mapping } : undefined;
}

export interface Subscription {
  readonly row_no: number;
  readonly topic: string;
  readonly name: string | undefined;
  readonly tags: readonly string[];
  readonly language: Language;
  /** Null: nobody says when and where the person agreed, so they are asked. */
  readonly consent: { readonly at: string; readonly source: string } | null;
}

function cellOf({ cells }: StagedRow, column: string): string {
  return tidyCell(unescapeFormula(cells[column] ?? ""));
}

/** @returns undefined for a cell that is no address of one mailbox */
export function addressOf(row: StagedRow): string | undefined {
  return readEmail(cellOf(row, "email"));
}

const wantedStates = ["", "subscribed", "confirmed", "active", "yes", "true", "1", "ya"];
const maxName = 120;
const maxSource = 200;
/** Nobody agreed to a list before; PostgreSQL has no year 0. */
const earliest = Date.UTC(1990);
/** Line ends, other control characters, and characters that turn a text round or do not show. */
const hostile = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;

/**
 * Reads one row; with problems the subscription means nothing.
 * @param isAddress whether `addressOf` reads its cell: the row was grouped by it
 */
export function readSubscriber(
  row: StagedRow,
  isAddress: boolean,
): {
  readonly problems: readonly RowProblem[];
  readonly subscription: Subscription;
} {
  const problems: RowProblem[] = [];
  const refuse = (code: string, column: string) => {
    const value = row.cells[column] ?? "";
    problems.push({ row_no: row.row_no, code, column, ...(value ? { value } : {}) });
  };
  const cell = (column: string) => cellOf(row, column);
  if (row.misfit) problems.push({ row_no: row.row_no, code: row.misfit });
  const text = (column: string, max: number) => {
    const value = cell(column);
    if (value.includes(nullMark)) refuse("null_character", column);
    else if (hostile.test(value)) refuse("characters_hidden", column);
    else if (value.length > max) refuse("too_long", column);
    return value;
  };
  if (cell("email") === "") refuse("required", "email");
  else if (!isAddress) refuse("email_invalid", "email");
  const name = text("name", maxName);
  // Other programs write `en-US`.
  const wanted = cell("language").toLowerCase().split(/[-_]/)[0] ?? "";
  const language = wanted === "" ? languages[0] : languages.find((known) => known === wanted);
  if (!language) refuse("language_invalid", "language");
  const tags = readMailTags(cell("tags"));
  if (!tags) refuse("tags_invalid", "tags");
  const topic = cell("topic").toLowerCase() || "news";
  if (!isTopicSlug(topic)) refuse("mail_topic_unknown", "topic");
  if (!wantedStates.includes(cell("state").toLowerCase())) refuse("not_subscribed_there", "state");
  const source = text("consent_source", maxSource);
  const date = cell("consent_at");
  const at = date === "" ? undefined : readInstant(date);
  if (date !== "" && at === undefined) refuse("date_invalid", "consent_at");
  else if (at !== undefined && Date.parse(at) < earliest) refuse("date_invalid", "consent_at");
  else if (at !== undefined && Date.parse(at) > Date.now()) refuse("date_in_future", "consent_at");
  return {
    problems,
    subscription: {
      row_no: row.row_no,
      topic,
      name: name || undefined,
      tags: tags ?? [],
      language: language ?? languages[0],
      consent: at !== undefined && source !== "" ? { at, source } : null,
    },
  };
}

/** A time as exports write it; without a zone it is UTC, as in those of Mailchimp. @returns ISO 8601 */
function readInstant(cell: string): string | undefined {
  const zoned =
    /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})$/;
  if (zoned.test(cell)) {
    const at = new Date(cell);
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  }
  const read = readMoment(cell, "00:00");
  return read.ok ? `${read.value.replace(" ", "T")}:00.000Z` : undefined;
}
