import type { PoolSql } from "#db/driver.server.ts";
import { seedId } from "#db/seed/deterministic.ts";
import type { Cast } from "./observe.ts";

/*
 * Goods that are printed to order: the model's rules of their price, and how the real shop gets them. Each order has a
 * design of its own, so that each is set up.
 */

/** Whole rupiah, once for a design. */
export const setUp = 20_000;
/** Whole rupiah that the print of a piece costs, from so many pieces on. */
const table = [
  { from: 1, amount: 12_000 },
  { from: 3, amount: 9_001 },
];

/** What the print of a line costs besides its goods. */
export function printPrice(pieces: number): number {
  let each = 0;
  for (const { from, amount } of table) if (from <= pieces) each = amount;
  return each * pieces + setUp;
}

const label = { id: "Uji", en: "Test" };

/** Prints a variant by a specification of its own from now on. @returns the specification's id */
export async function printVariant(sql: PoolSql, variantId: string): Promise<string> {
  const spec = {
    v: 1,
    policy: "self",
    sides: [],
    price: [
      { kind: "setup", label, amount: setUp },
      { kind: "quantity", label, steps: table },
    ],
  };
  const [row] = await sql<{ id: string }[]>`
    insert into public.print_specs (product_id, revision, spec)
    select v.product_id, 1 + coalesce((
      select max(revision) from public.print_specs s where s.product_id = v.product_id), 0), ${sql.json(spec)}
    from public.product_variants v where v.id = ${variantId} returning id`;
  if (!row) throw new Error("no such variant");
  await sql`
    insert into public.variant_specs (variant_id, spec_id) values (${variantId}, ${row.id})
    on conflict (variant_id) do update set spec_id = excluded.spec_id`;
  return row.id;
}

/** The version of an order's design; a quote without an order has one by its customer. */
export const designOf = (seed: number, key: string): string =>
  seedId(`history:${seed}:design:${key}`);

/** Draws the design of an order, as its buyer does before it lies in a cart. */
export async function drawDesign(
  sql: PoolSql,
  seed: number,
  key: string,
  cast: Cast,
): Promise<void> {
  if (cast.printed === null) return;
  const id = designOf(seed, key);
  const hash = id.replaceAll("-", "").padEnd(64, "0");
  const summary = {
    sides: ["front"],
    areas: ["front/main"],
    inks: [],
    maxInksOfAnArea: 0,
    letters: 0,
    pictures: 0,
    squareMillimetres: 1,
  };
  await sql`
    insert into public.design_versions (id, product_id, spec_id, document, document_hash, display, display_hash, summary, words)
    select ${id}, s.product_id, s.id, ${sql.json({ id })}, ${hash}, ${sql.json({ v: 1, process: "dtf", sides: [] })},
      ${hash}, ${sql.json(summary)}, array[${key}]
    from public.print_specs s where s.id = ${cast.printed.spec}
    on conflict (id) do nothing`;
}
