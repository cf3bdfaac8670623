import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import type { DisplayList } from "./display-list.ts";
import { pictureOf } from "./picture-of.server.ts";

/** The picture of a version as SVG: the actor's own, or that of a guest who knows its id. */
export async function findDesignPicture(actor: Actor, id: string): Promise<string | undefined> {
  const owner = actor.kind === "person" ? actor.id : null;
  const [row] = await asShop()<{ display: DisplayList }[]>`
    select display from design_versions
    where id = ${id} and (customer_id is null or customer_id = ${owner}::uuid)`;
  return row && pictureOf(row.display);
}
