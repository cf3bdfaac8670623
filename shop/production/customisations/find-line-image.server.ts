import { asCaller } from "#db/client.server.ts";
import { bodyColumn } from "#shop/designs/mockups/body-colour.server.ts";
import type { MockupWidth } from "#shop/designs/mockups/draw-mockup.server.ts";
import {
  type DesignImage,
  type DrawnDesign,
  imageOf,
} from "#shop/designs/mockups/find-mockup.server.ts";
import { mockupsColumn } from "#shop/designs/mockups/mockups-column.server.ts";
import { type Actor, callerOf } from "#shop/kernel/access.ts";

/**
 * A proof of an ordered line on its goods, as a picture for lists: what is approved is the flat proof. Of an own order, and
 * of any for staff; others are not found.
 */
export async function findLineImage(
  actor: Actor,
  lineId: string,
  version: number,
  width: MockupWidth,
): Promise<DesignImage | undefined> {
  if (actor.kind !== "person") return undefined;
  const row = await asCaller(
    callerOf(actor),
    async (sql) => {
      const [found] = await sql<DrawnDesign[]>`
        select proof.display, ${mockupsColumn(sql, sql`c.spec -> 'mockups'`)} as mockups, ${bodyColumn(sql)} as body
        from customisations c join proofs proof on proof.customisation_id = c.id join order_lines l on l.id = c.order_line_id
        left join product_variants v on v.id = l.variant_id left join products p on p.id = v.product_id
        where c.order_line_id = ${lineId} and proof.version = ${version} and proof.display is not null`;
      return found;
    },
    "read only",
  );
  return row && imageOf(row, width);
}
