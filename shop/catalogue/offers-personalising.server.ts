import { asVisitor } from "#db/client.server.ts";
import { cached } from "#shop/kernel/cache.server.ts";

/** Whether visitors find a product that takes their name, text or picture. */
export const offersPersonalising = cached("personalising", async (): Promise<boolean> => {
  const [found] = await asVisitor()<{ offers: boolean }[]>`
    select exists (select from products where personalisable and status = 'published') as offers`;
  return found?.offers ?? false;
});
