import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { withoutPictures } from "#shop/designs/edit/without-pictures.ts";
import { designOwner, isOf, lockOwner } from "#shop/designs/guests/design-owner.server.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { copyAssets } from "#shop/designs/uploads/copy-assets.server.ts";
import { findShopAssets } from "#shop/designs/uploads/find-asset.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { findSpec } from "#shop/production/customisations/drafts/find-spec.server.ts";
import { insertDesign } from "#shop/production/customisations/drafts/insert-design.server.ts";
import { isShown } from "./find-shared.server.ts";
import { hashOfShareToken } from "./share-token.server.ts";

const copiesPerNetwork = { limit: 60, windowSeconds: 3600 };

export type CopyProblem =
  | "design_not_found"
  | "too_many_designs"
  | "too_many_pictures"
  | "too_many_requests";

/**
 * Makes an own design of a shared one. Uploaded pictures come along only where the sharer said so.
 * @param copyId idempotency key, chosen by the form
 * @returns the product whose designer opens it
 */
export async function copyShared(
  actor: Actor,
  token: string,
  copyId: string,
  network: string,
): Promise<Result<{ slug: string }, CopyProblem>> {
  const owner = designOwner(actor);
  const hash = hashOfShareToken(token);
  if (!owner || !hash) return fail("design_not_found");
  if ((await countRequest(`design-copies:${network}`, copiesPerNetwork)) > 0) {
    return fail("too_many_requests");
  }
  const shared = await findContent(hash);
  if (!shared) return fail("design_not_found");
  return inTransaction<Result<{ slug: string }, CopyProblem>>(async (sql, rollbackWith) => {
    if (!(await lockOwner(sql, owner))) return fail("design_not_found");
    const { slug, customer_id, with_pictures, ...design } = shared;
    const copied = await sql`select from designs where id = ${copyId} and ${isOf(sql, owner)}`;
    if (copied.length > 0) return ok({ slug });
    if (!(await isStillShown(sql, hash))) return fail("design_not_found");
    const stored = await insertDesign(sql, owner, { id: copyId, ...design });
    if (stored !== "stored") return fail(stored);
    const taken = await copyAssets(sql, customer_id, owner, Object.keys(design.document.assets));
    return taken === "copied" ? ok({ slug }) : rollbackWith(fail(taken));
  });
}

interface Content {
  readonly customer_id: string;
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly slug: string;
  readonly name: string;
  readonly with_pictures: boolean;
  readonly document: DesignDocument;
  readonly display: DisplayList;
}

/** What a copy gets. */
async function findContent(hash: string): Promise<Content | undefined> {
  const sql = asShop();
  const [row] = await sql<(Omit<Content, "document"> & { document: unknown })[]>`
    select s.customer_id, s.product_id, s.variant_id, s.name, s.with_pictures, s.document, s.display, p.slug
    from shared_designs s join products p on p.id = s.product_id
    where s.token_hash = ${hash} and ${isShown(sql)} and p.status = 'published' and p.published_at <= now()`;
  const read = row && readDocument(row.document);
  if (!row || !read?.ok) return undefined;
  if (row.with_pictures || Object.keys(read.value.assets).length === 0) {
    return { ...row, document: read.value };
  }
  const kept = await findShopAssets(Object.keys(read.value.assets));
  const document = withoutPictures(read.value, kept);
  const spec = await findSpec(row.product_id, document.spec);
  if (!spec) return undefined;
  return {
    ...row,
    document,
    display: (await drawInThread("drawDesign", { document, spec })).list,
  };
}

/** It may have been revoked or reported since it was read; until the transaction ends it is not. */
async function isStillShown(sql: Sql, hash: string): Promise<boolean> {
  const rows = await sql`
    select from shared_designs s where s.token_hash = ${hash} and ${isShown(sql)} for share`;
  return rows.length > 0;
}
