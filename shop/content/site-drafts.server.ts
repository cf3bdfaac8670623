import { isDeepStrictEqual } from "node:util";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import {
  checkBody,
  type DocumentName,
  documentId,
  isFixedPage,
  type SiteBody,
} from "./document.ts";
import { lookPictures } from "./look.ts";

export type SiteDraftProblem =
  | "not_permitted"
  /** An own page that was never created. */
  | "document_not_found"
  /** Another person has saved the draft, published it or dropped it. */
  | "draft_changed"
  | "draft_missing"
  | "body_invalid"
  /** A picture of a look is not stored. */
  | "picture_unknown";

/**
 * Saves the shared draft of a document. Saving the stored body again changes nothing.
 * @param revision the revision that was read; 0 for a document without a draft so far
 */
export function saveSiteDraft(
  actor: Person,
  name: DocumentName,
  revision: number,
  body: SiteBody,
): Promise<Result<{ revision: number }, SiteDraftProblem>> {
  const checked = checkBody(name, body);
  if ("issues" in checked) return Promise.resolve(fail("body_invalid"));
  return asStaff<{ revision: number }, SiteDraftProblem>(actor, "content.edit", async (sql) => {
    if (!(await arePicturesStored(sql, name, checked.body))) return fail("picture_unknown");
    if (isFixed(name)) {
      await sql`
        insert into site_documents (kind, key) values (${name.kind}, ${name.key}) on conflict do nothing`;
    }
    const [row] = await sql<{ draft: SiteBody | null; revision: number }[]>`
      select draft, revision from site_documents where id = ${documentId(name)} for update`;
    if (!row) return fail("document_not_found");
    if (isDeepStrictEqual(row.draft, checked.body)) return ok({ revision: row.revision });
    if (row.revision !== revision) return fail("draft_changed");
    await sql`
      update site_documents set draft = ${sql.json(checked.body)}, revision = revision + 1,
        drafted_by = ${actor.id}, drafted_at = now()
      where id = ${documentId(name)}`;
    return ok({ revision: revision + 1 });
  });
}

/** Discards the draft; what is published stays. A repeated call discards once. */
export function dropSiteDraft(
  actor: Person,
  name: DocumentName,
  revision: number,
): Promise<Result<null, SiteDraftProblem>> {
  return asStaff<null, SiteDraftProblem>(actor, "content.edit", async (sql) => {
    const [row] = await sql<{ revision: number; is_drafted: boolean }[]>`
      select revision, draft is not null as is_drafted from site_documents where id = ${documentId(name)} for update`;
    if (!row?.is_drafted) return ok(null);
    if (row.revision !== revision) return fail("draft_changed");
    await sql`
      update site_documents set draft = null, revision = revision + 1 where id = ${documentId(name)}`;
    return ok(null);
  });
}

function isFixed({ kind, key }: DocumentName): boolean {
  return kind !== "page" || isFixedPage(key);
}

async function arePicturesStored(
  sql: Sql,
  { kind }: DocumentName,
  body: SiteBody,
): Promise<boolean> {
  if (kind !== "look") return true;
  const names = lookPictures.flatMap((place) => {
    const name = body[place];
    return typeof name === "string" && name !== "" ? [name] : [];
  });
  if (names.length === 0) return true;
  const stored = await sql`select from private.site_files where name in ${sql(names)}`;
  return stored.length === new Set(names).size;
}
