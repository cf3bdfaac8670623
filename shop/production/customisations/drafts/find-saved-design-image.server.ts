import { asCaller } from "#db/client.server.ts";
import { bodyColumn } from "#shop/designs/mockups/body-colour.server.ts";
import type { MockupWidth } from "#shop/designs/mockups/draw-mockup.server.ts";
import {
  type DesignImage,
  type DrawnDesign,
  sideImageOf,
} from "#shop/designs/mockups/find-mockup.server.ts";
import { mockupsColumn } from "#shop/designs/mockups/mockups-column.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";

/**
 * One side of an own saved design, or of the newest proof of an own ordered one, on its goods. Designs of others are not found.
 * @param id of the design or of the customisation
 */
export async function findSavedDesignImage(
  actor: Person,
  id: string,
  side: string,
  width: MockupWidth,
): Promise<DesignImage | undefined> {
  const found = await asCaller(
    callerOf(actor),
    async (sql) => {
      const [row] = await sql<DrawnDesign[]>`
        select d.display, ${mockupsColumn(sql, sql`s.spec -> 'mockups'`)} as mockups, ${bodyColumn(sql)} as body
        from designs d
          left join print_specs s on s.id::text = d.document ->> 'spec'
          left join products p on p.id = d.product_id
          left join product_variants v on v.id = d.variant_id and v.product_id = p.id
        where d.id = ${id} and d.customer_id = ${actor.id} and d.display is not null
        union all
        (
          select proof.display, ${mockupsColumn(sql, sql`c.spec -> 'mockups'`)}, ${bodyColumn(sql)}
          from customisations c join proofs proof on proof.customisation_id = c.id join order_lines l on l.id = c.order_line_id
            left join product_variants v on v.id = l.variant_id left join products p on p.id = v.product_id
          where c.id = ${id} and c.customer_id = ${actor.id} and proof.display is not null
          order by proof.version desc limit 1
        )`;
      return row;
    },
    "read only",
  );
  return found && sideImageOf(found, side, width);
}
