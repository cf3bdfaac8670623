import { randomUUID } from "node:crypto";
import { hashOfDocument } from "#shop/designs/document/hash-document.server.ts";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import type { DesignSummary } from "#shop/designs/draw/summarise.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** Prints the variant by a new revision of its product's print specification. @returns its id */
export async function printBy(
  variantId: string,
  spec: { readonly policy?: "self" | "review" | "proof"; readonly price?: readonly PriceRule[] },
): Promise<string> {
  const sql = asSeed();
  const stored = { v: 1, policy: "self", price: [], sides: [], ...spec };
  const [row] = await sql<{ id: string }[]>`
    insert into print_specs (product_id, revision, spec)
    select v.product_id, 1 + coalesce((select max(revision) from print_specs s where s.product_id = v.product_id), 0),
      ${sql.json(stored)}
    from product_variants v where v.id = ${variantId} returning id`;
  if (!row) throw new Error("no such variant");
  await sql`
    insert into variant_specs (variant_id, spec_id) values (${variantId}, ${row.id})
    on conflict (variant_id) do update set spec_id = excluded.spec_id`;
  return row.id;
}

/** A version of a design with these words, as a buyer would have put it into the cart. @returns its id */
export async function addVersion(
  specId: string,
  words: readonly string[],
  customerId: string | null = null,
): Promise<string> {
  const sql = asSeed();
  const id = randomUUID();
  const letters = words.join("").replace(/\s/g, "").length;
  const summary: DesignSummary = {
    sides: ["front"],
    areas: ["front/main"],
    inks: ["#000000"],
    maxInksOfAnArea: 1,
    letters,
    pictures: 0,
    squareMillimetres: 100,
  };
  const document = { words };
  const hash = Buffer.from(words.join("|").padEnd(32, ".").slice(0, 32)).toString("hex");
  await sql`
    insert into design_versions (id, customer_id, product_id, spec_id, document, document_hash, display, display_hash,
      summary, words)
    select ${id}, ${customerId}, s.product_id, s.id, ${sql.json(document)}, ${hashOfDocument(document as never)},
      ${sql.json(displayOf(words))}, ${hash},
      ${sql.json(summary)}, ${[...words]}
    from print_specs s where s.id = ${specId}`;
  return id;
}

/** One area with a bar for each word. */
export function displayOf(words: readonly string[]): DisplayList {
  const items = words.map((text, row) => ({
    kind: "path" as const,
    layer: `word-${row}`,
    text,
    path: `M0 ${row * 10}L40 ${row * 10}L40 ${row * 10 + 5}Z`,
    fill: "#000000",
  }));
  const area = {
    id: "main",
    w: 100,
    h: 80,
    bleed: 0,
    safe: 4,
    trim: "M0 0L100 0L100 80L0 80Z",
    holes: [],
    mirror: false,
    dpi: 300,
    items,
  };
  return { v: 1, process: "dtf", sides: [{ id: "front", areas: [area] }] };
}
