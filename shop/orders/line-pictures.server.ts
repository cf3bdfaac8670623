import { asCaller } from "#db/client.server.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { pictureAsPng } from "#shop/designs/draw/picture-as-png.server.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";

/** Pixels of a side; sharp at 56 points on paper. */
const pixels = 240;

/**
 * PNG pictures of what is printed on the lines of an order, of their newest proofs, by the line's id. Row-level security
 * applies: of own orders for customers, of all for staff.
 */
export async function readLinePictures(
  actor: Person,
  orderId: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await asCaller(
    callerOf(actor),
    (sql) => sql<{ line: string; display: DisplayList; body: string | null }[]>`
      select distinct on (c.id) c.order_line_id as line, p.display, ${bodyOfLine(sql)} as body
      from customisations c join proofs p on p.customisation_id = c.id join order_lines l on l.id = c.order_line_id
      where c.order_id = ${orderId} and p.display is not null order by c.id, p.version desc`,
    "read only",
  );
  const pictures = new Map<string, Buffer>();
  // One at a time: each holds the pixels of a picture.
  for (const { line, display, body } of rows)
    pictures.set(line, await pictureAsPng(display, body, pixels));
  return pictures;
}
