import { asShop } from "#db/client.server.ts";
import type { Translated } from "./typed-values.ts";

/** What a method's form offers to choose from. */
export interface MethodChoices {
  readonly classes: readonly { readonly slug: string; readonly name: Translated }[];
  readonly categories: readonly { readonly id: string; readonly name: Translated }[];
  /** Names of couriers that the shop knows, for the field's suggestions. */
  readonly couriers: readonly string[];
}

export async function readMethodChoices(): Promise<MethodChoices> {
  const sql = asShop();
  const [classes, categories, couriers] = await Promise.all([
    sql<{ slug: string; name: Translated }[]>`
      select slug, name from shipping_classes order by position, slug`,
    sql<{ id: string; name: Translated }[]>`
      select id, name from private.category_tree order by place`,
    sql<{ courier: string }[]>`
      select distinct courier from (
        select code as courier from couriers union select courier from shipping_methods where source <> 'pickup'
      ) named where courier <> '' order by courier limit 50`,
  ]);
  return { classes, categories, couriers: couriers.map(({ courier }) => courier) };
}

export interface FoundProduct {
  readonly id: string;
  readonly name: Translated;
}

const maxFound = 12;

/** Products with every word in a name, in either language. */
export async function findProductsByName(q: string): Promise<readonly FoundProduct[]> {
  const words = q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => `%${word.replace(/[%_\\]/g, "\\$&")}%`);
  if (words.length === 0) return [];
  return asShop()<FoundProduct[]>`
    select id, name from products
    where (name ->> 'id') || ' ' || (name ->> 'en') ilike all (${words}::text[])
    order by name ->> 'id', id limit ${maxFound}`;
}

export async function nameProducts(ids: readonly string[]): Promise<readonly FoundProduct[]> {
  if (ids.length === 0) return [];
  return asShop()<FoundProduct[]>`
    select id, name from products where id = any (${ids as string[]}::uuid[]) order by name ->> 'id', id`;
}
