import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { DisplayList } from "./display-list.ts";
import { pictureOf } from "./picture-of.server.ts";

/**
 * The picture of a version as SVG: the actor's own, or that of a guest who knows its id.
 * @param variant of a roster: shows the first piece of this variant
 */
export async function findDesignPicture(
  actor: Actor,
  id: string,
  variant: string | null,
): Promise<string | undefined> {
  const owner = actor.kind === "person" ? actor.id : null;
  const [row] = await asShop()<{ display: DisplayList }[]>`
    select coalesce((
      select v.piece_displays -> (p.n - 1)::int from jsonb_array_elements(v.pieces) with ordinality p (piece, n)
      where p.piece ->> 'variant_id' = ${variant}::text order by p.n limit 1
    ), display) as display
    from design_versions v
    where id = ${id} and (customer_id is null or customer_id = ${owner}::uuid)`;
  return row && pictureOf(row.display);
}
