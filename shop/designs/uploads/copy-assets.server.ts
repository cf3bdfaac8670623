import type { Sql } from "#db/client.server.ts";
import type { DesignOwner } from "#shop/designs/guests/design-owner.server.ts";
import { holdAssetFiles } from "./asset-files.server.ts";
import { isFull } from "./asset-limits.server.ts";

/** Gives pictures of an account to another owner too, within the owner's limits. The caller has locked the owner. */
export async function copyAssets(
  sql: Sql,
  fromId: string,
  owner: DesignOwner,
  hashes: readonly string[],
): Promise<"copied" | "too_many_pictures"> {
  if (hashes.length === 0) return "copied";
  for (const sha256 of hashes.toSorted()) await holdAssetFiles(sql, sha256);
  await sql`
    insert into design_assets (customer_id, guest_hash, sha256, kind, width, height, bytes, name)
    select ${owner.customer_id}::uuid, ${owner.guest_hash}::text, sha256, kind, width, height, bytes, name
    from design_assets where customer_id = ${fromId} and sha256 = any (${[...hashes]}::text[])
    on conflict on constraint design_asset_taken do nothing`;
  return (await isFull(sql, owner)) ? "too_many_pictures" : "copied";
}
