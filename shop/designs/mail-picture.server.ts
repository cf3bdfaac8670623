import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import type { DisplayList } from "./draw/display-list.ts";
import { pictureAsPng } from "./draw/picture-as-png.server.ts";
import { mailPicturePrefix as prefix } from "./mail-picture.ts";
import { bodyOfLine } from "./mockups/body-colour.server.ts";

/** Twice the width in the mail, for sharp screens. */
const pixels = 480;

/**
 * The picture of a proof for a mail that is being sent. @returns null for an unknown proof, and once its account was deleted
 */
export async function drawMailPicture(name: string, sql: Sql): Promise<Buffer | null> {
  const id = name.slice(prefix.length);
  if (!name.startsWith(prefix) || !isUuid(id)) return null;
  const [proof] = await sql<{ display: DisplayList | null; body: string | null }[]>`
    select p.display, ${bodyOfLine(sql)} as body
    from proofs p join customisations c on c.id = p.customisation_id join order_lines l on l.id = c.order_line_id
    where p.id = ${id}`;
  return proof?.display ? pictureAsPng(proof.display, proof.body, pixels) : null;
}
