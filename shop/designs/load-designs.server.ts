import type { Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { PriceRule } from "./document/print-spec.ts";
import type { DesignSummary } from "./draw/summarise.ts";
import { setupDays } from "./print/price-design.ts";

/** A version of a design with what its price depends on. */
export interface LoadedDesign {
  readonly id: string;
  readonly product_id: string;
  /** The print specification that it was made for. */
  readonly spec_id: string;
  readonly summary: DesignSummary;
  /** The specification's rules of what a design adds to a piece's price. */
  readonly price: readonly PriceRule[];
  /** Of the specification: see `PrintSpec.days`. */
  readonly production_days: number;
  /** The printed words. */
  readonly words: readonly string[];
  /** Of a roster: the variant and the words of each piece; null where all pieces are alike. */
  readonly pieces: readonly { readonly variant_id: string; readonly text: string }[] | null;
  /** The actor ordered and approved this very document in the last `setupDays` days. */
  readonly is_set_up: boolean;
}

/** Versions by id: the actor's own and those of guests, who alone know their ids. Others are not found. */
export async function loadDesigns(
  sql: Sql,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, LoadedDesign>> {
  if (ids.length === 0) return new Map();
  const owner = actor.kind === "person" ? actor.id : null;
  const rows = await sql<LoadedDesign[]>`
    select v.id, v.product_id, v.spec_id, v.summary, v.words, v.pieces, s.spec -> 'price' as price,
      coalesce((s.spec ->> 'days')::int, 0) as production_days, exists (
      select from proofs p join customisations c on c.id = p.customisation_id join orders o on o.id = c.order_id
      where p.customer_id = ${owner}::uuid and p.decision = 'approved' and p.document_hash = v.document_hash
        and o.status in ('placed', 'completed') and o.placed_at > now() - make_interval(days => ${setupDays})
    ) as is_set_up
    from design_versions v join print_specs s on s.id = v.spec_id
    where v.id = any (${[...ids]}::uuid[]) and (v.customer_id is null or v.customer_id = ${owner}::uuid)`;
  return new Map(rows.map((row) => [row.id, row]));
}
