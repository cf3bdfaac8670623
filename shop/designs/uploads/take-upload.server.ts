import { createHash } from "node:crypto";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { maxNameLength } from "#shop/catalogue/media/media.ts";
import { designOwner, lockOwner } from "#shop/designs/guests/design-owner.server.ts";
import { type Actor, may, type Person } from "#shop/kernel/access.ts";
import { dropUnownedFiles, holdAssetFiles, writeAssetFiles } from "./asset-files.server.ts";
import { type AssetOwner, isFull, makeRoom, shopOwner } from "./asset-limits.server.ts";
import { type DesignAsset, maxUploadBytes, type UploadProblem } from "./design-upload.ts";
import { runUploadProcess } from "./run-upload-process.server.ts";

/** Uploads an hour of one network. */
const perNetwork = { limit: 60, windowSeconds: 3600 };
export interface TakenUpload extends DesignAsset {
  /** Colours may look different: the file had another colour space. */
  readonly is_converted: boolean;
}

export type TakeProblem =
  | UploadProblem
  | "too_many_requests"
  | "too_many_pictures"
  | "guest_not_found"
  | "busy";

/**
 * Makes a picture of an upload. The same file again is the same picture and changes nothing.
 * @param name the file's on the uploader's device; anything may be in it
 * @throws StoreFull, StoreUnavailable
 */
export async function takeUpload(
  actor: Actor,
  bytes: Uint8Array,
  name: string,
  network: string,
): Promise<Result<TakenUpload, TakeProblem>> {
  const owner = designOwner(actor);
  if (!owner) throw new Error("whoever uploads a picture has an account or a guest's key");
  return take(owner, bytes, name, network);
}

/** Makes a picture of the shop of an upload, for its templates. @throws StoreFull, StoreUnavailable */
export async function takeShopUpload(
  actor: Person,
  bytes: Uint8Array,
  name: string,
  network: string,
): Promise<Result<TakenUpload, TakeProblem | "not_permitted">> {
  return may(actor, "products.edit")
    ? take(shopOwner, bytes, name, network)
    : fail("not_permitted");
}

async function take(
  owner: AssetOwner,
  bytes: Uint8Array,
  name: string,
  network: string,
): Promise<Result<TakenUpload, TakeProblem>> {
  if (bytes.byteLength > maxUploadBytes) return fail("picture_too_many_bytes");
  if ((await countRequest(`design-assets:${network}`, perNetwork)) > 0) {
    return fail("too_many_requests");
  }
  const converted = await runUploadProcess(bytes);
  if (!converted.ok) return converted;
  const { kind, width, height, master, is_converted } = converted.value;
  const sha256 = createHash("sha256").update(master).digest("hex");
  const row = { ...owner, sha256, kind, width, height, bytes: master.byteLength };
  const shown = cleanName(name);
  for (;;) {
    await writeAssetFiles(sha256, converted.value);
    const stored = await inTransaction<Stored>(async (sql, rollbackWith) => {
      const stored = await storeRow(sql, { ...row, name: shown });
      return stored === "stored" ? stored : rollbackWith(stored);
    });
    // The last owner's row was deleted meanwhile, and the files with it.
    if (stored === "files_missing") continue;
    if (stored === "stored") return ok({ sha256, width, height, name: shown, is_converted });
    if (stored === "too_many_pictures" && (await makeRoom(owner)) > 0) continue;
    await inTransaction((sql) => dropUnownedFiles(sql, sha256));
    return fail(stored);
  }
}

type AssetRow = AssetOwner & DesignAsset & { readonly kind: string; readonly bytes: number };

type Stored = "stored" | "files_missing" | "too_many_pictures" | "guest_not_found";

async function storeRow(sql: Sql, row: AssetRow): Promise<Stored> {
  if (!("of_shop" in row)) {
    if (!(await lockOwner(sql, row))) return "guest_not_found";
  } else await sql`select pg_advisory_xact_lock(hashtextextended('design-assets of the shop', 0))`;
  if (!(await holdAssetFiles(sql, row.sha256))) return "files_missing";
  // A repeated upload counts as new, so that it is kept as long as one.
  await sql`
    insert into design_assets ${sql({ ...row })}
    on conflict on constraint design_asset_taken do update set created_at = now()`;
  return (await isFull(sql, row)) ? "too_many_pictures" : "stored";
}

function cleanName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  // By letters: half of an emoji is none.
  return [...clean].slice(0, maxNameLength).join("") || "-";
}
