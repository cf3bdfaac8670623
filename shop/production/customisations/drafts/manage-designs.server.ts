import * as v from "valibot";
import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { lockOwner } from "#shop/designs/guests/design-owner.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { maxDesignNameLength } from "#shop/production/customisations/customisation.ts";
import { insertDesign } from "./insert-design.server.ts";

/** A name on one line. */
export const designNameSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\s+/g, " ").trim()),
  v.minLength(1, "name_missing"),
  v.maxLength(maxDesignNameLength, "name_too_long"),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no such character
  v.regex(/^[^\u0000-\u001f\u007f]*$/, "name_invalid"),
);

/** Renames an own design. */
export async function renameDesign(
  actor: Person,
  designId: string,
  name: v.InferOutput<typeof designNameSchema>,
): Promise<Result<null, "design_not_found">> {
  return inTransaction(async (sql) => {
    const renamed = await sql`
      update designs set name = ${name} where id = ${designId} and customer_id = ${actor.id} returning id`;
    return renamed.length > 0 ? ok(null) : fail("design_not_found");
  });
}

/**
 * Copies an own design, saved or ordered.
 * @param copyId idempotency key, chosen by the form
 */
export async function duplicateDesign(
  actor: Person,
  sourceId: string,
  copyId: string,
  nameOf: (name: string) => string,
): Promise<Result<{ id: string }, "design_not_found" | "too_many_designs">> {
  return inTransaction(async (sql) => {
    const owner = { customer_id: actor.id, guest_hash: null };
    await lockOwner(sql, owner);
    const [copied] = await sql`
      select from designs where id = ${copyId} and customer_id = ${actor.id}`;
    if (copied) return ok({ id: copyId });
    const source = await findSource(sql, actor, sourceId);
    if (!source) return fail("design_not_found");
    const name = cutText(nameOf(source.name), maxDesignNameLength).trim();
    const stored = await insertDesign(sql, owner, { ...source, id: copyId, name });
    return stored === "stored" ? ok({ id: copyId }) : fail(stored);
  });
}

interface Source {
  readonly product_id: string | null;
  readonly variant_id: string | null;
  readonly name: string;
  readonly document: object;
  readonly display: DisplayList | null;
}

async function findSource(sql: Sql, actor: Person, id: string): Promise<Source | undefined> {
  const [source] = await sql<Source[]>`
    select product_id, variant_id, name, document, display from designs where id = ${id} and customer_id = ${actor.id}
    union all
    select l.product_id, l.variant_id, c.name, c.document, null
    from customisations c join order_lines l on l.id = c.order_line_id
    where c.id = ${id} and c.customer_id = ${actor.id} and c.version_id is null and c.spec is null`;
  return source;
}

/** Deletes an own design permanently. Orders keep their copies. */
export async function deleteDesign(
  actor: Person,
  designId: string,
): Promise<Result<null, "design_not_found">> {
  return inTransaction(async (sql) => {
    const deleted = await sql`
      delete from designs where id = ${designId} and customer_id = ${actor.id} returning id`;
    return deleted.length > 0 ? ok(null) : fail("design_not_found");
  });
}
