import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import {
  asCaller,
  asShop,
  inTransaction,
  type Sql,
  type SqlFragment,
  violatedConstraint,
} from "#db/client.server.ts";
import { callerOf, may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import type { TermsSection } from "./terms.server.ts";
import { readTermsText, termsTextProblem, writeTermsText } from "./terms-text.ts";

export const maxTermsLength = 60_000;
const typed = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, " ")
      .trim(),
  ),
  v.maxLength(maxTermsLength, "too_long"),
);

export const termsDraftSchema = v.object({
  version: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^([0-9a-z][0-9a-z.-]{0,31})?$/, "version_invalid"),
  ),
  /** `YYYY-MM-DD`; empty while undecided. */
  in_force_from: v.pipe(
    v.string(),
    v.regex(/^(\d{4}-\d{2}-\d{2})?$/, "day_invalid"),
    v.check(isDay, "day_invalid"),
  ),
  id: typed,
  en: typed,
});
export type TermsDraftInput = v.InferOutput<typeof termsDraftSchema>;

export interface TermsDraft extends TermsDraftInput {
  readonly draft_id: string;
  readonly revision: number;
  readonly updated_at: string;
}

export interface PublishedTerms {
  readonly version: string;
  /** `YYYY-MM-DD` */
  readonly in_force_from: string;
  /** A `future` version takes effect on its day automatically. */
  readonly state: "current" | "future" | "former";
  /** Number of orders that accepted it. */
  readonly orders: number;
  /** ISO 8601; null for a version that was installed with the program. */
  readonly published_at: string | null;
  /** The e-mail address of the publisher; null when it is unknown or the account was deleted. */
  readonly published_by: string | null;
}

export type TermsDraftProblem =
  | "draft_not_found"
  /** Another person has saved the draft meanwhile. */
  | "draft_changed"
  | "version_missing"
  | "version_taken"
  | "day_missing"
  | "day_past"
  | "text_empty"
  | "heading_missing"
  | "paragraph_missing"
  /** The two languages have different numbers of parts. */
  | "parts_differ";

/** Administrators: the drafts, and every published version, newest first. */
export async function listTerms(
  actor: Person,
): Promise<{ drafts: readonly TermsDraft[]; published: readonly PublishedTerms[] }> {
  if (!may(actor, "terms.edit")) return { drafts: [], published: [] };
  const { drafts, rows } = await asCaller(
    callerOf(actor),
    async (sql) => ({
      drafts: (
        await sql<
          DraftRow[]
        >`select ${columns(sql)} from terms_drafts d order by d.updated_at desc, d.id`
      ).map(draftOf),
      rows: await sql<PublishedRow[]>`
        select t.version, t.in_force_from::text as in_force_from,
          case when t.version = s.terms_version then 'current'
            when t.published_at is not null and t.in_force_from > (now() at time zone s.time_zone)::date then 'future'
            else 'former' end as state,
          (select count(*)::int from orders o where o.terms_version = t.version) as orders,
          t.published_at, p.actor_id
        from terms_versions t cross join shop_settings s
        left join terms_publishers p on p.version = t.version
        order by t.in_force_from desc, t.published_at desc nulls last, t.version desc`,
    }),
    "read only",
  );
  const publishers = await addressesOf(rows.flatMap(({ actor_id }) => actor_id ?? []));
  return {
    drafts,
    published: rows.map(({ actor_id, published_at, ...row }) => ({
      ...row,
      published_at: published_at?.toISOString() ?? null,
      published_by: publishers.get(actor_id ?? "") ?? null,
    })),
  };
}

/** @returns undefined for an unknown draft, or when the actor is no administrator */
export async function findTermsDraft(actor: Person, id: string): Promise<TermsDraft | undefined> {
  if (!may(actor, "terms.edit") || !isUuid(id)) return undefined;
  const [row] = await asCaller(
    callerOf(actor),
    (sql) => sql<DraftRow[]>`select ${columns(sql)} from terms_drafts d where d.id = ${id}`,
    "read only",
  );
  return row && draftOf(row);
}

/** Creates a draft from the current text. @param id chosen by the form: a repeated call creates one draft */
export async function beginTermsDraft(
  actor: Person,
  id: string,
): Promise<Result<{ draft_id: string }, "draft_not_found">> {
  if (!may(actor, "terms.edit") || !isUuid(id)) return fail("draft_not_found");
  return inTransaction(async (sql) => {
    const [present] = await sql<{ sections: Record<"id" | "en", TermsSection[]> }[]>`
      select t.sections from shop_settings s join terms_versions t on t.version = s.terms_version`;
    const texts = {
      id: writeTermsText(present?.sections.id ?? []),
      en: writeTermsText(present?.sections.en ?? []),
    };
    await sql`
      insert into terms_drafts (id, texts) values (${id}, ${sql.json(texts)}) on conflict (id) do nothing`;
    return ok({ draft_id: id });
  });
}

/** @param revision the revision that was read; saving the same text again changes nothing */
export async function saveTermsDraft(
  actor: Person,
  id: string,
  revision: number,
  input: TermsDraftInput,
): Promise<Result<{ revision: number }, TermsDraftProblem>> {
  if (!may(actor, "terms.edit") || !isUuid(id)) return fail("draft_not_found");
  return inTransaction(async (sql) => {
    const [row] = await sql<
      DraftRow[]
    >`select ${columns(sql)} from terms_drafts d where d.id = ${id} for update`;
    if (!row) return fail("draft_not_found");
    if (isSame(draftOf(row), input)) return ok({ revision: row.revision });
    if (row.revision !== revision) return fail("draft_changed");
    const texts = { id: input.id, en: input.en };
    await sql`
      update terms_drafts set version = ${input.version}, in_force_from = ${input.in_force_from || null},
        texts = ${sql.json(texts)}, revision = revision + 1
      where id = ${id}`;
    return ok({ revision: row.revision + 1 });
  });
}

/** A repeated call deletes once. */
export async function dropTermsDraft(
  actor: Person,
  id: string,
): Promise<Result<null, "draft_not_found">> {
  if (!may(actor, "terms.edit") || !isUuid(id)) return fail("draft_not_found");
  return inTransaction(async (sql) => {
    await sql`delete from terms_drafts where id = ${id}`;
    return ok(null);
  });
}

/**
 * Publishes a draft as a version that never changes again. The checkout requires it from its day on, today's at once. A
 * repeated call publishes once.
 * @param revision the revision that was read
 */
export async function publishTermsDraft(
  actor: Person,
  id: string,
  revision: number,
  version: string,
): Promise<Result<{ version: string }, TermsDraftProblem>> {
  if (!may(actor, "terms.edit") || !isUuid(id)) return fail("draft_not_found");
  try {
    return await asStaff<{ version: string }, TermsDraftProblem>(
      actor,
      "terms.edit",
      async (sql) => {
        const [row] = await sql<(DraftRow & { is_past: boolean })[]>`
        select ${columns(sql)}, d.in_force_from < (now() at time zone s.time_zone)::date as is_past
        from terms_drafts d cross join shop_settings s where d.id = ${id} for update of d`;
        if (!row) {
          const [done] = await sql`
          select from terms_versions where version = ${version} and published_at is not null`;
          return done ? ok({ version }) : fail("draft_not_found");
        }
        const draft = draftOf(row);
        if (row.revision !== revision) return fail("draft_changed");
        if (!draft.version) return fail("version_missing");
        if (!draft.in_force_from) return fail("day_missing");
        if (row.is_past) return fail("day_past");
        const sections = { id: readTermsText(draft.id), en: readTermsText(draft.en) };
        const problem = termsTextProblem(sections.id) ?? termsTextProblem(sections.en);
        if (problem) return fail(problem);
        if (sections.id.length !== sections.en.length) return fail("parts_differ");
        await sql`
        insert into terms_versions (version, in_force_from, sections, published_at)
        values (${draft.version}, ${draft.in_force_from}, ${sql.json(sections)}, now())`;
        await sql`
        insert into terms_publishers (version, actor_id) values (${draft.version}, ${actor.id})`;
        await recordAct(sql, actor, "terms.published", {
          subjectId: draft.version,
          details: { terms_version: draft.version, in_force_from: draft.in_force_from },
        });
        await sql`delete from terms_drafts where id = ${id}`;
        await sql`select private.apply_terms()`;
        return ok({ version: draft.version });
      },
      "draft_not_found",
    );
  } catch (error) {
    if (violatedConstraint(error) !== "terms_versions_pkey") throw error;
    return fail("version_taken");
  }
}

/** The job: makes a version current on its day; the checkout then requires it. */
export async function applyTerms(): Promise<void> {
  await inTransaction((sql) => sql`select private.apply_terms()`);
}

type PublishedRow = Omit<PublishedTerms, "published_at" | "published_by"> & {
  published_at: Date | null;
  actor_id: string | null;
};

/** Read as the shop: row-level security hides other accounts from an administrator. */
async function addressesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await asShop()<{ id: string; email: string | null }[]>`
    select id, email from auth.users where id in ${asShop()(ids)}`;
  return new Map(rows.flatMap(({ id, email }) => (email ? [[id, email] as const] : [])));
}

interface DraftRow {
  id: string;
  version: string;
  in_force_from: string | null;
  texts: { id: string; en: string };
  revision: number;
  updated_at: Date;
}

function columns(sql: Sql): SqlFragment {
  return sql`d.id, d.version, d.in_force_from::text as in_force_from, d.texts, d.revision, d.updated_at`;
}

function draftOf(row: DraftRow): TermsDraft {
  return {
    draft_id: row.id,
    version: row.version,
    in_force_from: row.in_force_from ?? "",
    id: row.texts.id,
    en: row.texts.en,
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
  };
}

function isSame(draft: TermsDraft, input: TermsDraftInput): boolean {
  return (["version", "in_force_from", "id", "en"] as const).every(
    (field) => draft[field] === input[field],
  );
}

/** A day that exists in the calendar. */
function isDay(text: string): boolean {
  if (text === "") return true;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
