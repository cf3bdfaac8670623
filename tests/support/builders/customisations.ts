import { randomUUID } from "node:crypto";
import type { Language } from "#base/language.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { createVersion } from "#shop/designs/personalise.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { demoAddressId, orderInput, payWith } from "./shop.ts";

export interface OrderedDesign {
  readonly id: string;
  readonly order_id: string;
  readonly line: string;
  readonly payment: string;
  /** The proof that the buyer made. */
  readonly proof: string;
}

/**
 * A paid order of the demo shop's named goods, by a specification of its own with this policy.
 * @param goods slug of the product; its first variant in stock is ordered
 */
export async function orderDesign(
  buyer: Person,
  policy: "self" | "review" | "proof",
  {
    name = "Rani",
    quantity = 1,
    isPaid = true,
    goods = "mug-nama-anda",
    process = undefined as PrintProcess | undefined,
    address_id = demoAddressId,
    language = "id" as Language,
    values = { name } as Readonly<Record<string, string>>,
  } = {},
): Promise<OrderedDesign> {
  const sql = asSeed();
  const [pair] = await sql<{ variant_id: string; template_id: string }[]>`
    select v.id as variant_id, t.id as template_id from design_templates t
    join product_variants v using (product_id) join stock_items s on s.variant_id = v.id
    where t.product_id = (select id from products where slug = ${goods}) and t.published and not v.archived and s.available >= ${quantity} order by t.position, v.position limit 1`;
  if (!pair) throw new Error("the demo shop has no named goods in stock");
  await sql`
    with made as (
      insert into print_specs (product_id, revision, spec)
      select s.product_id, (select max(revision) + 1 from print_specs m where m.product_id = s.product_id),
        s.spec || jsonb_build_object('policy', ${policy}::text,
          'minutes', (select max(revision) + 1 from print_specs m where m.product_id = s.product_id))
          || ${sql.json(process ? { process } : {})}::jsonb
      from variant_specs v join print_specs s on s.id = v.spec_id where v.variant_id = ${pair.variant_id} returning id
    ) update variant_specs set spec_id = made.id from made where variant_id = ${pair.variant_id}`;
  const design_id = randomUUID();
  const made = await createVersion(buyer, design_id, { ...pair, values }, randomUUID());
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const lines = [{ variant_id: pair.variant_id, quantity, design_id }];
  const input = await orderInput(buyer, { lines, address_id, payment_method: "builtin:card" });
  const placed = await placeOrder(buyer, input, { idempotencyKey: randomUUID(), language });
  if (!placed.ok) throw new Error(placed.problem.code);
  const order_id = placed.value.order.id;
  const payment = placed.value.payment?.id ?? "";
  if (isPaid) {
    await payWith(payment);
    await settlePayment(payment);
  }
  const [row] = await sql<Pick<OrderedDesign, "id" | "line" | "proof">[]>`
    select c.id, c.order_line_id as line, p.id as proof
    from customisations c join proofs p on p.customisation_id = c.id where c.order_id = ${order_id}`;
  if (!row) throw new Error("no customisation");
  return { ...row, order_id, payment };
}
