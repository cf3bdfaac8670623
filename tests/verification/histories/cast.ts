import { seedId } from "#db/seed/deterministic.ts";
import { demoPerson, withProof } from "#tests/support/builders/shop.ts";
import type { SimulatedBank } from "../stage/simulated-bank.ts";
import type { Stage } from "../stage/stage.ts";
import { printVariant } from "./printed-goods.ts";
import type { Shop } from "./real-shop.ts";

/** The numbers of customers, variants and pieces. */
export interface Size {
  readonly customers: number;
  /** Pieces of each variant. */
  readonly pieces: () => number;
  readonly uses: number;
  readonly usesEach: number;
  /** The bank refunds no disputed money. */
  readonly isStrictBank: boolean;
  /** One variant is printed to order. */
  readonly isPrinting: boolean;
}

/** A few customers, variants with few pieces, and a code with few uses, all of them new. */
export async function openShop(
  stage: Stage,
  seed: number,
  bank: SimulatedBank,
  size: Size,
): Promise<Shop> {
  const { sql } = stage;
  const names = ["ayu", "budi", "citra"].slice(0, size.customers);
  const people: Shop["people"] = new Map(
    names.map((name, n) => {
      const id = seedId(`history:${seed}:${name}`);
      const claims = { sub: id, role: "authenticated" };
      const email = `${name}-${seed}@pelanggan.test`;
      const person = {
        kind: "person",
        id,
        role: "CUSTOMER",
        permissions: [],
        email,
        claims,
      } as const;
      return [name, { person, addressId: seedId(`history:${seed}:${name}:address`), n }];
    }),
  );
  const rows = [...people.values()];
  await sql`
    insert into auth.users ${sql(rows.map(({ person }) => ({ id: person.id, email: person.email, email_confirmed_at: new Date() })))}`;
  await sql`
    insert into public.addresses ${sql(
      rows.map(({ person, addressId }, n) => ({
        id: addressId,
        customer_id: person.id,
        recipient: person.email,
        phone: `+6281${String(seed % 10_000_000).padStart(7, "0")}${n}`,
        region_code: "3273191001",
        postal_code: "40111",
        street: "Jl. Braga 1",
      })),
    )}`;
  const variants = await sql<{ id: string; on_hand: number; price: number }[]>`
    select distinct on (v.product_id) v.id, i.on_hand, v.price::int as price
    from public.stock_items i join public.product_variants v on v.id = i.variant_id
    join public.products p on p.id = v.product_id
    where p.status = 'published' and not v.archived and i.allocated = 0 and i.held = 0 and i.safety = 0 and i.backorder_limit = 0
    order by v.product_id, v.position limit 3`;
  for (const { id, on_hand } of variants) {
    const pieces = size.pieces() - on_hand;
    if (pieces === 0) continue;
    await sql`
      insert into public.stock_movements (variant_id, kind, quantity, reason)
      values (${id}, 'adjusted', ${pieces}, 'for a history')`;
  }
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // Keep the reconciler from checking payments of earlier histories.
    await tx`update public.payments set updated_at = now() where updated_at < now() - interval '1 hour'`;
  });
  const promotionId = seedId(`history:${seed}:promotion`);
  const code = `SEJARAH${seed}`;
  await sql`
    insert into public.promotions (id, name, class, type, value, usage_limit, per_customer_limit, combines_with)
    values (${promotionId}, ${sql.json({ id: code, en: code })}, 'order', 'fixed', 10000, ${size.uses},
      ${size.usesEach}, array['product', 'order', 'shipping'])`;
  await sql`insert into public.promo_codes (promotion_id, code) values (${promotionId}, ${code})`;
  const [first] = variants;
  const spec = size.isPrinting && first ? await printVariant(sql, first.id) : null;
  return {
    seed,
    bank,
    people,
    code,
    ownerOf(order) {
      const owner = people.get(order.split("-")[0] ?? "");
      if (!owner) throw new Error(`nobody placed ${order}`);
      return owner.person;
    },
    staff: await withProof(demoPerson("admin@etalase.test"), sql),
    async letTimePass() {
      const mine = rows.map(({ person }) => person.id);
      await sql.begin(async (tx) => {
        // Otherwise every change of a payment sends a notification.
        await tx`set local session_replication_role = replica`;
        await tx`
          update public.payments set updated_at = now() - interval '2 days' where customer_id = any (${mine})`;
      });
    },
    cast: {
      customers: new Map([...people].map(([name, { person }]) => [name, person.id])),
      variants: new Map(variants.map(({ id }, n) => [`v${n}`, id])),
      prices: new Map(variants.map(({ price }, n) => [`v${n}`, price])),
      promotionId,
      printed: spec === null ? null : { variant: "v0", spec },
    },
  };
}
