import { asVisitor } from "#db/client.server.ts";
import { cached } from "#shop/kernel/cache.server.ts";

/** Whether visitors can order one piece of each product. */
export const sellsSinglePieces = cached("single pieces", async (): Promise<boolean> => {
  const [found] = await asVisitor()<{ singly: boolean }[]>`
    select not exists (
      select from product_variants v join products p on p.id = v.product_id
      where v.min_pieces > 1 and not v.archived and p.status = 'published') as singly`;
  return found?.singly ?? true;
});
