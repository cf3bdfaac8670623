import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import type { DisplayList } from "./display-list.ts";
import { mailPicturePrefix as prefix } from "./mail-picture.ts";
import { pictureAsPng } from "./print-thumbnail.server.ts";

/** Twice the width in the mail, for sharp screens. */
const pixels = 480;

/**
 * The picture of a proof for a mail that is being sent. @returns null for an unknown proof, and once its account was deleted
 */
export async function drawMailPicture(name: string, sql: Sql): Promise<Buffer | null> {
  const id = name.slice(prefix.length);
  if (!name.startsWith(prefix) || !isUuid(id)) return null;
  const [proof] = await sql<{ display: DisplayList | null }[]>`
    select display from proofs where id = ${id}`;
  return proof?.display ? pictureAsPng(proof.display, pixels) : null;
}
