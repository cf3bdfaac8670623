import { randomUUID } from "node:crypto";
import { keepRoster } from "#shop/designs/roster/keep-roster.server.ts";
import type { RosterInput } from "#shop/designs/roster/roster.ts";
import type { Actor } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { setStock } from "./shop.ts";

/** A row: index of the size, name, number. */
export type SampleRow = readonly [size: number, name: string, number: string];

/** The demo shop's team shirt in three sizes of one colour, in stock, and its first template. */
export async function teamShirt(): Promise<{ sizes: string[]; template_id: string }> {
  const sizes = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    where p.slug = 'kaos-nama-tim' and not v.archived order by v.position limit 3`;
  const [template] = await asSeed()<{ id: string }[]>`
    select t.id from design_templates t join products p on p.id = t.product_id
    where p.slug = 'kaos-nama-tim' order by t.position limit 1`;
  for (const { id } of sizes) await setStock(id, 200);
  return { sizes: sizes.map(({ id }) => id), template_id: template?.id ?? "" };
}

export async function rosterInput(
  rows: readonly SampleRow[],
  team = "Garuda",
): Promise<RosterInput> {
  const { sizes, template_id } = await teamShirt();
  return {
    template_id,
    values: { team },
    rows: rows.map(([size, name, number]) => ({
      variant_id: sizes[size] ?? "",
      values: { name, number },
    })),
  };
}

/** A roster as a buyer would have put it into the cart. */
export async function sampleRoster(
  actor: Actor,
  rows: readonly SampleRow[],
  team?: string,
): Promise<CartLine[]> {
  const kept = await keepRoster(actor, randomUUID(), await rosterInput(rows, team), {
    network: randomUUID(),
    isConfirmed: true,
  });
  if (!kept.ok) throw new Error(JSON.stringify(kept.problem));
  return kept.value.lines.map((line) => ({ ...line, design_id: kept.value.id }));
}
