import type { LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { Campaign } from "./campaign.ts";
import { rulesIn } from "./render/product-rule.ts";

const maxCategories = 500;

/** Categories that a rule of products may name, in the order of the tree: the first ones, and those that contents name already. */
export async function listRuleCategories(
  contents: Campaign["contents"] | undefined,
): Promise<readonly { readonly id: string; readonly name: LocalText }[]> {
  const named = [contents?.id, contents?.en]
    .flatMap((content) => (content ? rulesIn(content) : []))
    .flatMap(({ category }) => category ?? []);
  return asShop()<{ id: string; name: LocalText }[]>`
    select id, name from (
      select id, name, place, row_number() over (order by place) as n from private.category_tree
    ) tree
    where n <= ${maxCategories} or id = any(${[...new Set(named)]}::uuid[]) order by place`;
}
