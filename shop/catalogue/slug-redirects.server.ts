import { asVisitor } from "#db/client.server.ts";
import { cached } from "#shop/kernel/cache.server.ts";

const slugPattern = /^[a-z0-9-]{1,100}$/;

/**
 * The current slug of a visible product, category or collection that formerly had another one.
 * @returns undefined when none had it
 */
export const findPresentSlug = cached(
  "present slug",
  async (
    kind: "product" | "category" | "collection",
    oldSlug: string,
  ): Promise<string | undefined> => {
    // The slug comes from a URL; PostgreSQL rejects text with a zero byte.
    if (!slugPattern.test(oldSlug)) return undefined;
    const [target] = await asVisitor()<{ slug: string }[]>`
      select coalesce(p.slug, c.slug, g.slug) as slug from slug_redirects r
      left join products p on p.id = r.product_id left join categories c on c.id = r.category_id
      left join collections g on g.id = r.collection_id
      where r.kind = ${kind} and r.old_slug = ${oldSlug}`;
    return target?.slug ?? undefined;
  },
);
