import { LRUCache } from "lru-cache";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { inTurn, TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { channels } from "#shop/designs/colour/colour.ts";
import { printedColours, withProfileFile } from "./convert-colours.server.ts";
import type { ProfiledProcess } from "./icc-profile.ts";
import { tableColours } from "./printed-look.ts";

/** By the SHA-256 of the profile: 15 kB each. */
const tables = new LRUCache<string, Promise<Buffer<ArrayBuffer> | null>>({ max: 4 });

/**
 * How a process prints the colours of `tableColours`, three bytes each; it is no copy of the profile. Null: it has no profile.
 * `busy`: too many pictures are drawn.
 */
export async function findLookTable(
  process: ProfiledProcess,
): Promise<Result<Buffer<ArrayBuffer> | null, "busy">> {
  const [profile] = await asShop()<{ sha256: string }[]>`
    select sha256 from print_profiles where process = ${process}`;
  if (!profile) return ok(null);
  try {
    return ok(await tableOf(profile.sha256));
  } catch (error) {
    if (error instanceof TooMuchImageWork) return fail("busy");
    throw error;
  }
}

function tableOf(sha256: string): Promise<Buffer<ArrayBuffer> | null> {
  const known = tables.get(sha256);
  if (known) return known;
  const making = makeTable(sha256);
  tables.set(sha256, making);
  // The next page tries again.
  making.then(
    (table) => table ?? tables.delete(sha256),
    () => tables.delete(sha256),
  );
  return making;
}

async function makeTable(sha256: string): Promise<Buffer<ArrayBuffer> | null> {
  const [profile] = await asShop()<{ icc: Uint8Array }[]>`
    select icc from print_profiles where sha256 = ${sha256}`;
  // It was removed while its colours were asked for.
  if (!profile) return null;
  const colours = await inTurn(() =>
    withProfileFile(Buffer.from(profile.icc), (file) => printedColours(tableColours(), file)),
  );
  return Buffer.from(colours.flatMap(({ printed }) => channels(printed)));
}
