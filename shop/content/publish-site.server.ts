import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { inTransaction, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { checkBody, type DocumentName, documentId, type SiteBody } from "./document.ts";
import type { SiteDraftProblem } from "./site-drafts.server.ts";

export type SitePublishProblem =
  | SiteDraftProblem
  | "version_not_found"
  | "time_missing"
  | "time_invalid"
  | "time_past"
  | "period_invalid"
  | "schedule_overlaps"
  | "schedule_not_found";

/** Maximum characters of the note of a version. */
export const maxSiteNote = 200;

type Published = Result<{ version: number }, SitePublishProblem>;

/** Publishes the draft as a new version. @param revision of the draft that the actor saw */
export function publishSiteDraft(
  actor: Person,
  name: DocumentName,
  revision: number,
  note: string,
): Promise<Published> {
  return asStaff<{ version: number }, SitePublishProblem>(actor, "content.publish", async (sql) => {
    const made = await versionOfDraft(sql, actor, name, revision, note);
    if (!made.ok) return made;
    await show(sql, name, made.value.version);
    return made;
  });
}

/** Publishes the body of an earlier version as a new version. The draft stays. */
export function restoreSiteVersion(
  actor: Person,
  name: DocumentName,
  version: number,
): Promise<Published> {
  return asStaff<{ version: number }, SitePublishProblem>(actor, "content.publish", async (sql) => {
    const [document] = await sql<{ published_version: number | null }[]>`
      select published_version from site_documents where id = ${documentId(name)} for update`;
    const [former] = await sql<{ body: SiteBody; is_same: boolean }[]>`
      select v.body, v.body = (select p.body from site_versions p
        where p.document_id = v.document_id and p.version = ${document?.published_version ?? 0}) as is_same
      from site_versions v where v.document_id = ${documentId(name)} and v.version = ${version}`;
    if (!document || !former) return fail("version_not_found");
    // A repeated request: the body is published already.
    if (former.is_same) return ok({ version: document.published_version ?? version });
    const checked = checkBody(name, former.body);
    if ("issues" in checked) return fail("body_invalid");
    const made = await addVersion(sql, actor, name, checked.body, `#${version}`);
    await show(sql, name, made);
    return ok({ version: made });
  });
}

/** Unpublishes a document. Visitors see the built-in text again; an own page is not found. */
export function withdrawSiteDocument(
  actor: Person,
  name: DocumentName,
): Promise<Result<null, SitePublishProblem>> {
  return asStaff<null, SitePublishProblem>(actor, "content.publish", async (sql) => {
    const [document] = await sql`
      select from site_documents where id = ${documentId(name)} for update`;
    if (!document) return fail("document_not_found");
    await sql`
      update site_documents set published_version = null
      where id = ${documentId(name)} and published_version is not null`;
    await sql`select private.apply_site(${documentId(name)})`;
    return ok(null);
  });
}

/** A period in the shop's time zone, `YYYY-MM-DDTHH:MM`. An empty end: the version is published at the start. */
export interface SitePeriod {
  /** Chosen by the form, so that sending it twice schedules once. */
  readonly id: string;
  readonly starts: string;
  readonly ends: string;
}

/** Makes the draft a version that visitors see during a period. */
export async function scheduleSiteDraft(
  actor: Person,
  name: DocumentName,
  revision: number,
  period: SitePeriod,
  note: string,
): Promise<Published> {
  const { id, starts, ends } = period;
  if (!isUuid(id)) return fail("schedule_not_found");
  if (starts === "") return fail("time_missing");
  if (!isLocalTime(starts) || (ends !== "" && !isLocalTime(ends))) return fail("time_invalid");
  if (ends !== "" && ends <= starts) return fail("period_invalid");
  try {
    return await asStaff<{ version: number }, SitePublishProblem>(
      actor,
      "content.publish",
      async (sql) => {
        const [known] = await sql<{ version: number }[]>`
          select version from site_schedule where id = ${id} and document_id = ${documentId(name)}`;
        if (known) return ok(known);
        const [time] = await sql<{ is_past: boolean; is_over: boolean }[]>`
          select ${starts}::timestamp at time zone time_zone < now() - interval '1 minute' as is_past,
            coalesce(${ends || null}::timestamp at time zone time_zone <= now(), false) as is_over
          from shop_settings`;
        if (time?.is_past || time?.is_over) return fail("time_past");
        const made = await versionOfDraft(sql, actor, name, revision, note);
        if (!made.ok) return made;
        await sql`
          insert into site_schedule (id, document_id, version, starts_at, ends_at)
          select ${id}, ${documentId(name)}, ${made.value.version}, ${starts}::timestamp at time zone time_zone,
            ${ends || null}::timestamp at time zone time_zone
          from shop_settings`;
        await sql`select private.apply_site(${documentId(name)})`;
        return made;
      },
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "site_schedule_overlaps") return fail("schedule_overlaps");
    if (constraint === "site_period_invalid") return fail("period_invalid");
    throw error;
  }
}

/** Ends a period now, or cancels one that has not begun. A repeated call changes nothing. */
export function cancelSiteSchedule(
  actor: Person,
  name: DocumentName,
  id: string,
): Promise<Result<null, SitePublishProblem>> {
  if (!isUuid(id)) return Promise.resolve(fail("schedule_not_found"));
  return asStaff<null, SitePublishProblem>(actor, "content.publish", async (sql) => {
    await sql`select from site_documents where id = ${documentId(name)} for update`;
    const [row] = await sql`
      select from site_schedule where id = ${id} and document_id = ${documentId(name)}`;
    if (!row) return fail("schedule_not_found");
    await sql`
      update site_schedule set state = 'canceled' where id = ${id} and state in ('waiting', 'on')`;
    await sql`select private.apply_site(${documentId(name)})`;
    return ok(null);
  });
}

/** The job: starts and ends scheduled periods. */
export async function applySite(): Promise<void> {
  await inTransaction((sql) => sql`select private.apply_site()`);
}

async function versionOfDraft(
  sql: Sql,
  actor: Person,
  name: DocumentName,
  revision: number,
  note: string,
): Promise<Published> {
  const [row] = await sql<{ draft: SiteBody | null; revision: number; newest: number }[]>`
    select draft, revision, newest_version as newest from site_documents
    where id = ${documentId(name)} for update`;
  if (!row) return fail("document_not_found");
  // A repeated request: the first one has emptied the draft and raised the revision.
  if (row.draft === null && row.revision === revision + 1 && row.newest > 0) {
    return ok({ version: row.newest });
  }
  if (row.revision !== revision) return fail("draft_changed");
  if (row.draft === null) return fail("draft_missing");
  const checked = checkBody(name, row.draft);
  if ("issues" in checked) return fail("body_invalid");
  const version = await addVersion(sql, actor, name, checked.body, note);
  await sql`
    update site_documents set draft = null, revision = revision + 1 where id = ${documentId(name)}`;
  return ok({ version });
}

async function addVersion(
  sql: Sql,
  actor: Person,
  name: DocumentName,
  body: SiteBody,
  note: string,
): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    update site_documents set newest_version = newest_version + 1 where id = ${documentId(name)}
    returning newest_version as version`;
  const version = row?.version ?? 0;
  await sql`
    insert into site_versions (document_id, version, body, note, author_id)
    values (${documentId(name)}, ${version}, ${sql.json(body)}, ${note.trim().slice(0, maxSiteNote)}, ${actor.id})`;
  return version;
}

async function show(sql: Sql, name: DocumentName, version: number): Promise<void> {
  await sql`
    update site_documents set published_version = ${version} where id = ${documentId(name)}`;
  await sql`select private.apply_site(${documentId(name)})`;
}

/** Whether the calendar has this minute. PostgreSQL has no year 0. */
function isLocalTime(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text)) return false;
  const at = new Date(`${text}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
