import { asShop, type Sql } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { type Actor, may } from "#shop/kernel/access.ts";
import { readAssetFiles } from "./asset-files.server.ts";
import type { DesignAsset } from "./design-upload.ts";

/** Pictures by SHA-256: the actor's own, the shop's, and those of guests, who alone know their hashes. Others are not found. */
export async function findAssets(
  sql: Sql,
  actor: Actor,
  hashes: readonly string[],
): Promise<Map<string, DesignAsset>> {
  if (hashes.length === 0) return new Map();
  const owner = actor.kind === "person" ? actor.id : null;
  const seesAll = may(actor, "customisations.read");
  const rows = await sql<DesignAsset[]>`
    select distinct on (sha256) sha256, width, height, name from design_assets
    where sha256 = any (${[...hashes]}::text[])
      and (customer_id is null or customer_id = ${owner}::uuid or ${seesAll})
    order by sha256, customer_id nulls last`;
  return new Map(rows.map((row) => [row.sha256, row]));
}

/**
 * The first picture of a document that is not the actor's, or whose pixels are others than the document says.
 * @param assets pixels by SHA-256
 * @param sql of the transaction that asks, where there is one
 */
export async function findMissingAsset(
  actor: Actor,
  assets: DesignDocument["assets"],
  sql: Sql = asShop(),
): Promise<string | undefined> {
  const own = await findAssets(sql, actor, Object.keys(assets));
  return Object.entries(assets).find(([sha256, { w, h }]) => {
    const asset = own.get(sha256);
    return asset?.width !== w || asset.height !== h;
  })?.[0];
}

/** Those of some pictures that are the shop's: nobody has to say that they may use them, and every copy has them. */
export async function findShopAssets(
  hashes: readonly string[],
  sql: Sql = asShop(),
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await sql<{ sha256: string }[]>`
    select sha256 from design_assets where of_shop and sha256 = any (${[...hashes]}::text[])`;
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Whether one of some pictures is not the shop's. */
export async function hasUploads(hashes: readonly string[], sql: Sql = asShop()): Promise<boolean> {
  const own = await findShopAssets(hashes, sql);
  return hashes.some((sha256) => !own.has(sha256));
}

/** Whether one of some pictures is nobody's any more, and its files are deleted. */
export async function isMissingFiles(hashes: readonly string[]): Promise<boolean> {
  const wanted = new Set(hashes);
  if (wanted.size === 0) return false;
  const rows = await asShop()`
    select distinct sha256 from design_assets where sha256 = any (${[...wanted]}::text[])`;
  return rows.length < wanted.size;
}

/** A WebP of at most `previewSide` pixels. */
export async function findAssetPreview(actor: Actor, sha256: string): Promise<Buffer | undefined> {
  const found = await findAssets(asShop(), actor, [sha256]);
  return found.has(sha256) ? (await readAssetFiles([sha256], "preview")).get(sha256) : undefined;
}
