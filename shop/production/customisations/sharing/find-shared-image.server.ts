import { asShop } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { bodyColumn } from "#shop/designs/mockups/body-colour.server.ts";
import type { MockupWidth } from "#shop/designs/mockups/draw-mockup.server.ts";
import {
  type DesignImage,
  type DrawnDesign,
  sideImageOf,
} from "#shop/designs/mockups/find-mockup.server.ts";
import { mockupsColumn } from "#shop/designs/mockups/mockups-column.server.ts";
import { isShown } from "./find-shared.server.ts";
import { hashOfShareToken } from "./share-token.server.ts";

/** Pictures of shared designs that one network loads; a design has up to six sides. */
const picturesPerNetwork = { limit: 3_600, windowSeconds: 3600 };

/** One side of a shared design on its goods. @returns undefined for a link that shows nothing, as `findShared` */
export async function findSharedImage(
  token: string,
  side: string,
  width: MockupWidth,
  network: string,
): Promise<DesignImage | "too_many_requests" | undefined> {
  if ((await countRequest(`shared-pictures:${network}`, picturesPerNetwork)) > 0)
    return "too_many_requests";
  const hash = hashOfShareToken(token);
  if (!hash) return undefined;
  const sql = asShop();
  const [row] = await sql<DrawnDesign[]>`
    select s.display, ${mockupsColumn(sql, sql`ps.spec -> 'mockups'`)} as mockups, ${bodyColumn(sql)} as body
    from shared_designs s join products p on p.id = s.product_id
      left join print_specs ps on ps.id::text = s.document ->> 'spec'
      left join product_variants v on v.id = s.variant_id and v.product_id = p.id
    where s.token_hash = ${hash} and ${isShown(sql)} and p.status = 'published' and p.published_at <= now()`;
  return row && sideImageOf(row, side, width);
}
