import { createHash } from "node:crypto";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { reorderDesign } from "./reorder-design.server.ts";

export interface Reorder {
  readonly lines: readonly CartLine[];
  /** Names of the goods whose design cannot be printed again as it was. */
  readonly skipped: readonly string[];
}

interface Line {
  readonly name: string;
  readonly variant_id: string | null;
  readonly quantity: number;
  readonly customisation: string | null;
  /** Equal on all lines of one roster; null on other lines. */
  readonly roster: string | null;
}

/**
 * Returns cart lines for an earlier order. An approved design becomes a new version with the same print. A design without a
 * drawable proof becomes a plain line. Goods whose design cannot be printed again are named in `skipped`.
 * @param key a UUID; a repeat with the same key returns the same lines
 */
export async function reorderOrder(
  actor: Person,
  orderId: string,
  key: string,
): Promise<Result<Reorder, "order_not_found">> {
  const found = await findLines(actor, orderId);
  if (found.length === 0) return fail("order_not_found");
  const lines: CartLine[] = [];
  const skipped: string[] = [];
  const rosters = new Set<string>();
  for (const { name, variant_id, quantity, customisation, roster } of found) {
    if (roster !== null && rosters.has(roster)) continue;
    if (roster !== null) rosters.add(roster);
    if (customisation === null) {
      if (variant_id) lines.push({ variant_id, quantity });
      continue;
    }
    const copy = await reorderDesign(actor, customisation, versionIdOf(key, customisation));
    if (copy.ok) lines.push(...copy.value);
    else skipped.push(name);
  }
  return ok({ lines, skipped });
}

/** The id of the new version of a design: a UUID of version 8 (RFC 9562, section 5.8). */
function versionIdOf(key: string, customisation: string): string {
  const hash = createHash("sha256").update(`${key}:${customisation}`).digest("hex");
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

function findLines(actor: Person, orderId: string): Promise<Line[]> {
  const sql = asShop();
  return sql<Line[]>`
    select l.name, l.variant_id, l.quantity, c.id as customisation, c.roster
    from orders o join order_lines l on l.order_id = o.id
    left join lateral (
      select c.id, case when p.pieces is not null then p.document_hash end as roster
      from customisations c join proofs p on p.customisation_id = c.id
      where c.order_line_id = l.id and p.display is not null order by p.version desc limit 1
    ) c on true
    where o.id = ${orderId} and o.customer_id = ${actor.id}
    order by l.position`;
}
