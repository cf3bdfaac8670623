import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import type { CartLine } from "#shop/cart/cart.ts";
import type { DisplayList } from "#shop/designs/display-list.ts";
import type { DesignDocument } from "#shop/designs/document.ts";
import { storeVersion } from "#shop/designs/store-version.server.ts";

export type ReorderProblem =
  | "customisation_not_found"
  /** The goods are no longer sold, or no longer printed. */
  | "goods_gone"
  /** They are printed otherwise now: the design has to be looked at in the designer. */
  | "print_changed"
  | "id_reused";

interface Approved {
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly quantity: number;
  readonly spec_id: string | null;
  readonly is_same_spec: boolean;
  readonly document: DesignDocument;
  readonly display: DisplayList;
  readonly display_hash: string;
}

/**
 * Makes a line for the cart of what the buyer approved before: the same bytes are printed. It keeps for checkout as long as any
 * version; nobody is asked to approve the same print twice.
 * @param versionId chosen by the page; a repeated one stores nothing
 */
export async function reorderDesign(
  actor: Person,
  customisationId: string,
  versionId: string,
): Promise<Result<CartLine, ReorderProblem>> {
  const [found] = await asShop()<Approved[]>`
    select l.product_id, case when not v.archived and p.takes_designs and p.status = 'published'
        and p.published_at <= now() then v.id end as variant_id,
      l.quantity, vs.spec_id, coalesce(s.spec = c.spec, false) as is_same_spec, a.document, a.display, a.display_hash
    from customisations c join order_lines l on l.id = c.order_line_id
    join lateral (
      select document, display, display_hash from proofs
      where customisation_id = c.id and decision = 'approved' and display is not null
      order by version desc limit 1
    ) a on true
    left join product_variants v on v.id = l.variant_id left join products p on p.id = v.product_id
    left join variant_specs vs on vs.variant_id = v.id left join print_specs s on s.id = vs.spec_id
    where c.id = ${customisationId} and c.customer_id = ${actor.id}`;
  if (!found) return fail("customisation_not_found");
  const { product_id, variant_id, spec_id, document, display: list, display_hash } = found;
  if (variant_id === null || spec_id === null) return fail("goods_gone");
  if (!found.is_same_spec) return fail("print_changed");
  const origin = { product_id, spec_id, template_id: null };
  const stored = await storeVersion(actor, versionId, { ...origin, document, list, display_hash });
  return stored.ok ? ok({ variant_id, quantity: found.quantity, design_id: versionId }) : stored;
}
