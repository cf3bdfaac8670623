import { LRUCache } from "lru-cache";
import { asShop, type Sql } from "#db/client.server.ts";
import type { KitFaces, Mockup } from "./choose-mockup.ts";
import { type KitSize, kitFileName } from "./kit-files.ts";
import { readKitBytes } from "./kit-store.server.ts";

/** What the shop's kits among those of these mock-ups face, by kit. */
export async function findKitFaces(
  sql: Sql,
  mockups: readonly Mockup[],
): Promise<Record<string, KitFaces>> {
  const ids = [...new Set(mockups.map(({ kit }) => kit))];
  if (ids.length === 0) return {};
  const rows = await sql<{ id: string; faces_x: number; faces_y: number }[]>`
    select id, faces_x, faces_y from mockup_kits where id = any (${ids}::text[])`;
  return Object.fromEntries(
    rows.map(({ id, faces_x, faces_y }) => [id, { x: faces_x, y: faces_y }]),
  );
}

/** A file of a kit. The bytes of a name never change. */
export interface KitFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Cached files of kits; a kit of 960 pixels takes 1 MB. */
const read = new LRUCache<string, KitFile>({ max: 6 });

/** @returns null when the kit has no such file. @throws StoreUnavailable */
export async function readKit(kit: string, size: KitSize): Promise<KitFile | null> {
  const name = kitFileName(kit, size);
  const known = read.get(name);
  if (known) return known;
  const bytes = await readKitBytes(asShop(), kit, size);
  if (!bytes) return null;
  const file = { name, bytes: new Uint8Array(bytes) };
  read.set(name, file);
  return file;
}
