import type { TransactionSql } from "../driver.server.ts";
import { accountId, insertAccount } from "./accounts.server.ts";
import { products } from "./catalogue/catalogue.ts";
import { SeededRandom, seedId } from "./deterministic.ts";
import { type PastOrder, rowsOf } from "./past-order-rows.ts";
import { variantId } from "./products.server.ts";

const orderCount = 400;
const days = 365;
const dayMs = 86_400_000;
const firstNames = [
  "Dewi",
  "Andi",
  "Putri",
  "Rizky",
  "Ayu",
  "Fajar",
  "Intan",
  "Galih",
  "Nadia",
  "Yoga",
];
const lastNames = [
  "Lestari",
  "Saputra",
  "Maharani",
  "Nugroho",
  "Kusuma",
  "Siregar",
  "Hidayat",
  "Simanjuntak",
];
const cities = ["3273", "3171", "3174", "3578", "3374", "3471", "5171", "1271", "3275", "3276"];

interface Place {
  code: string;
  full_name: string;
  postal_code: string;
}

/**
 * A year of orders as data for the back office. Goods, people and amounts are always the same; dates count
 * back from today.
 */
export async function seedPastOrders(sql: TransactionSql): Promise<void> {
  const random = new SeededRandom(20_261);
  const places = await sql<Place[]>`
    select code, full_name, postal_code from public.regions
    where length(code) = 10 and postal_code is not null and left(code, 4) in ${sql(cities)} order by code`;
  const people = await seedPeople(sql, random);
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);

  const times = placingTimes(today, random);
  const orders: PastOrder[] = [];
  for (const [index, placedAt] of times.entries()) {
    const daysAgo = Math.floor((today.getTime() - placedAt.getTime()) / dayMs);
    const person = index % 67 === 5 ? people.demo : random.pick(people.all);
    orders.push({
      id: seedId(`past-order:${index}`),
      number: `INV-${10_001 + index}`,
      customerId: person.id,
      email: person.email,
      recipient: person.name,
      phone: person.phone,
      place: random.pick(places),
      street: `Jl. ${random.pick(["Melati", "Kenanga", "Cendana", "Merdeka", "Diponegoro"])} No. ${random.whole(1, 180)}`,
      placedAt,
      fate: fateOf(daysAgo, random),
      usesPromo: random.next() < 0.15,
      lines: pickLines(random),
    });
  }

  const rows = rowsOf(orders);
  await insertAll(sql, "public.orders", rows.orders);
  await sql`
    insert into public.order_promos (order_id, promotion_id, code, name, discount)
    select o.id, c.promotion_id, c.code, p.name ->> o.language, o.discount
    from public.orders o, public.promo_codes c join public.promotions p on p.id = c.promotion_id
    where o.discount > 0 and c.code = 'HEMAT10'`;
  await insertAll(sql, "public.order_lines", rows.lines);
  await insertAll(sql, "public.stock_movements", rows.movements);
  await insertAll(sql, "public.payments", rows.payments);
  await insertAll(sql, "public.payment_transactions", rows.transactions);
  await insertAll(sql, "public.shipments", rows.shipments);
  await insertAll(sql, "public.shipment_lines", rows.shipmentLines);
  await insertAll(sql, "public.order_events", rows.events);
  await sql`update public.order_counter set last = ${10_000 + orderCount}`;
}

/** Oldest first, in the order of the numbers. Recent orders are denser, as in a growing shop. */
function placingTimes(today: Date, random: SeededRandom): Date[] {
  return Array.from({ length: orderCount }, (_, index) => {
    const daysAgo = Math.floor(days * (1 - Math.sqrt((index + 1) / orderCount)));
    return new Date(today.getTime() - daysAgo * dayMs - random.whole(0, 86_399) * 1000);
  }).sort((a, b) => a.getTime() - b.getTime());
}

async function insertAll(
  sql: TransactionSql,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    await sql`insert into ${sql(table)} ${sql(rows.slice(start, start + 500) as never)}`;
  }
}

interface Buyer {
  id: string;
  email: string;
  name: string;
  phone: string;
}

async function seedPeople(
  sql: TransactionSql,
  random: SeededRandom,
): Promise<{ all: Buyer[]; demo: Buyer }> {
  const all: Buyer[] = [];
  for (const first of firstNames) {
    for (const last of lastNames.slice(0, 6)) {
      const name = `${first} ${last}`;
      const email = `${first}.${last}@pelanggan.test`.toLowerCase();
      const id = await insertAccount(sql, email, name, "");
      all.push({ id, email, name, phone: `+62812${random.whole(10_000_000, 99_999_999)}` });
    }
  }
  const email = "customer@etalase.test";
  return {
    all,
    demo: { id: accountId(email), email, name: "Rani Puspita", phone: "+6281220264800" },
  };
}

function fateOf(daysAgo: number, random: SeededRandom): PastOrder["fate"] {
  const chance = random.next();
  if (daysAgo > 9) {
    if (chance < 0.04) return "expired";
    if (chance < 0.06) return "canceled";
    if (chance < 0.08) return "refunded";
    return "completed";
  }
  if (chance < 0.08) return "expired";
  return daysAgo > 2 ? "shipped" : "placed";
}

function pickLines(random: SeededRandom): PastOrder["lines"] {
  const lines = new Map<string, PastOrder["lines"][number]>();
  const count = random.pick([1, 1, 1, 2, 2, 3]);
  for (let index = 0; index < count; index++) {
    const product = random.pick(products);
    const variant = random.pick(product.variants);
    const picture = product.pictures[0];
    lines.set(variant.sku, {
      variantId: variantId(variant.sku),
      productId: seedId(`product:${product.slug}`),
      slug: product.slug,
      sku: variant.sku,
      name: product.name.id,
      options: product.options
        .map(
          (option) =>
            option.values.find((value) => value.code === variant.options[option.code])?.label.id,
        )
        .filter(Boolean)
        .join(", "),
      picture: picture ? { name: picture.name, alt: picture.alt.id } : undefined,
      unitPrice: variant.price,
      quantity: random.pick([1, 1, 1, 2, 2, 3, 5]),
      weightGrams: variant.weightGrams,
    });
  }
  return [...lines.values()];
}
