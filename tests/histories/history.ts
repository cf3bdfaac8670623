import { quoteCheckout } from "#shop/checkout/quote-checkout.server.ts";
import { SeededRandom, seedId } from "../../db/seed/deterministic.ts";
import { openBank, SimulatedBank } from "../stage/simulated-bank.ts";
import type { Outcome, Ready, Stage, Turn } from "../stage/stage.ts";
import { findBreaches } from "../support/invariants.ts";
import { demoPerson, regularMethodId } from "../support/shop.ts";
import type { Action } from "./action.ts";
import { type Choice, Chooser, none, whatIsLeft } from "./choose.ts";
import { canonical, type Done, isExplained } from "./explain.ts";
import { type Ids, observe } from "./observe.ts";
import { cartOf, perform, personOf, type Shop } from "./perform.ts";
import { begin, type Facts } from "./processes.ts";
import { sum, type World } from "./world.ts";

export interface Length {
  readonly rounds: number;
  /** Most actors at once. */
  readonly actors: number;
}

/** What was found, so that the history can be looked at. */
export class Contradiction extends Error {}

/**
 * One history: people buy, pay, change their minds; a bank answers or does not; processes die. After each round what
 * really is must be what the model says could be; at the end nothing may be owed, held or missing.
 * @throws Contradiction
 */
export async function playHistory(
  stage: Stage,
  seed: number,
  length: Length,
): Promise<{ actions: number; orders: number; crashes: number }> {
  const random = new SeededRandom(seed);
  const bank = new SimulatedBank();
  openBank(bank);
  const shop = await openShop(stage, seed, bank, random);
  const [settings] = await stage.sql<{ fee: number }[]>`
    select cod_fee::int as fee from public.shop_settings`;
  const chooser = new Chooser(random, settings?.fee ?? 0, true);
  const trace: string[] = [];
  const placed = new Map<string, Action>();
  let actions = 0;
  let crashes = 0;
  let { world, ids } = await observe(stage.sql, shop.cast, bank);

  for (let round = 0; round < length.rounds; round++) {
    const acts: Action[] = [];
    for (let n = random.whole(1, length.actors); n > 0; n--) {
      const action = await toAction(shop, chooser.choose(world), placed, settings?.fee ?? 0);
      if (action) acts.push(action);
    }
    const outcomes = await playTogether(stage, shop, ids, acts, random);
    const done = acts.map((action, n): Done => {
      const outcome = outcomes[n] as Outcome;
      return { action, answer: outcome.kind === "done" ? String(outcome.value) : undefined };
    });
    actions += acts.length;
    crashes += done.filter(({ answer }) => answer === undefined).length;
    trace.push(...done.map((d) => `${round} ${JSON.stringify(d.action)} → ${d.answer ?? "…"}`));
    const now = await observe(stage.sql, shop.cast, bank);
    let isFine: boolean;
    try {
      isFine = isExplained(world, now.world, done, factsOf(now.world));
    } catch (error) {
      throw contradiction(seed, trace, world, now.world, String(error));
    }
    if (!isFine) throw contradiction(seed, trace, world, now.world, "cannot have come about");
    ({ world, ids } = now);
  }
  const last = await goHome(stage, shop, world, seed, trace);
  return { actions, crashes, orders: Object.keys(last.orders).length };
}

function contradiction(
  seed: number,
  trace: readonly string[],
  from: World,
  to: World,
  what: string,
): Contradiction {
  return new Contradiction(
    [`history ${seed}: ${what}`, ...trace, ...differences(from, to)].join("\n"),
  );
}

/** What is not the same in both, the rest is left out. */
function differences(from: World, to: World): string[] {
  const keys = new Set([...Object.keys(from.orders), ...Object.keys(to.orders)]);
  const parts: [string, unknown, unknown][] = [
    ["stock", from.stock, to.stock],
    ["promotion", from.promotion, to.promotion],
    ...[...keys].map((key): [string, unknown, unknown] => [key, from.orders[key], to.orders[key]]),
  ];
  return parts.flatMap(([name, before, after]) => {
    const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
    return was === is ? [] : [`${name} was ${was}`, `${name} is  ${is}`];
  });
}

const factsOf = (world: World): Facts => ({
  amountOf: (order, n) => world.orders[order]?.attempts[n]?.amount,
});

/** A few customers, things with few pieces, and a code with few uses, all of them new. */
async function openShop(
  stage: Stage,
  seed: number,
  bank: SimulatedBank,
  random: SeededRandom,
): Promise<Shop> {
  const { sql } = stage;
  const names = ["ayu", "budi", "citra"].slice(0, random.whole(1, 3));
  const people: Shop["people"] = new Map(
    names.map((name, n) => {
      const id = seedId(`history:${seed}:${name}`);
      const claims = { sub: id, role: "authenticated" };
      const email = `${name}-${seed}@pelanggan.test`;
      const person = { kind: "person", id, role: "CUSTOMER", email, claims } as const;
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
  const variants = await sql<{ id: string; on_hand: number }[]>`
    select distinct on (v.product_id) v.id, i.on_hand
    from public.stock_items i join public.product_variants v on v.id = i.variant_id
    join public.products p on p.id = v.product_id
    where not v.archived and i.allocated = 0 and i.held = 0 and i.safety = 0 and i.backorder_limit = 0
    order by v.product_id, v.position limit 3`;
  for (const { id, on_hand } of variants) {
    const pieces = random.whole(2, 7) - on_hand;
    if (pieces === 0) continue;
    await sql`
      insert into public.stock_movements (variant_id, kind, quantity, reason)
      values (${id}, 'adjusted', ${pieces}, 'for a history')`;
  }
  const promotionId = seedId(`history:${seed}:promotion`);
  const code = `SEJARAH${seed}`;
  await sql`
    insert into public.promotions (id, name, class, type, value, usage_limit, per_customer_limit, combines_with)
    values (${promotionId}, ${sql.json({ id: code, en: code })}, 'order', 'fixed', 10000, ${random.whole(1, 3)},
      ${random.whole(1, 2)}, array['product', 'order', 'shipping'])`;
  await sql`insert into public.promo_codes (promotion_id, code) values (${promotionId}, ${code})`;
  return {
    bank,
    people,
    code,
    staff: demoPerson("staff@etalase.test"),
    async letTimePass() {
      const mine = rows.map(({ person }) => person.id);
      await sql.begin(async (tx) => {
        // Otherwise every change of a payment is news of it.
        await tx`set local session_replication_role = replica`;
        await tx`
          update public.payments set updated_at = now() - interval '2 hours' where customer_id = any (${mine})`;
      });
    },
    cast: {
      customers: new Map([...people].map(([name, { person }]) => [name, person.id])),
      variants: new Map(variants.map(({ id }, n) => [`v${n}`, id])),
      promotionId,
    },
  };
}

/** A wish becomes an order's price first, as on a screen; what cannot be bought is not asked for. */
async function toAction(
  shop: Shop,
  choice: Choice,
  placed: Map<string, Action>,
  cashFee: number,
): Promise<Action | undefined> {
  if (choice.kind === "repeat") return placed.get(choice.order);
  if (choice.kind !== "wish") return choice;
  const { person, addressId } = personOf(shop, choice.customer);
  const quote = await quoteCheckout(
    person,
    {
      ...cartOf(shop, choice),
      address_id: addressId,
      shipping_method_id: regularMethodId,
      payment_method: choice.method,
    },
    "id",
  );
  if (quote.shipping === null || quote.problems.some(({ promo_code }) => !promo_code)) {
    return undefined;
  }
  const action: Action = {
    ...choice,
    kind: "place",
    cashFee,
    quoted: {
      base: quote.subtotal - quote.discount + quote.shipping,
      shipping: quote.shipping,
      discount: quote.discount,
      total: quote.total,
      lineTotals: quote.lines.map(({ total }) => total),
      terms: quote.terms_version,
    },
  };
  placed.set(choice.order, { ...action, fault: none });
  return action;
}

async function playTogether(
  stage: Stage,
  shop: Shop,
  ids: Ids,
  acts: readonly Action[],
  random: SeededRandom,
): Promise<Outcome[]> {
  const names = acts.map((_, n) => String(n));
  const isDoomed = random.next() < 0.2;
  const doomed = isDoomed && names.length > 0 ? random.pick(names) : undefined;
  const how = random.next() < 0.7 ? "crash" : "cut";
  const when = random.whole(0, 30);
  const calls = new Map<string, number>();
  const choose = (ready: readonly Ready[]): Turn => {
    const next = random.pick(ready);
    const isHit = next.actor === doomed && next.taken === when;
    return { actor: next.actor, how: isHit ? how : "go" };
  };
  const play = new Map(
    acts.map((action, n) => {
      const name = names[n] as string;
      return [
        name,
        () => {
          calls.set(name, 0);
          return perform(shop, ids, action);
        },
      ];
    }),
  );
  shop.bank.nextFault = (actor) => {
    const n = calls.get(actor) ?? 0;
    calls.set(actor, n + 1);
    const fault = acts[Number(actor)]?.fault ?? none;
    return fault.at === n ? fault.what : "none";
  };
  const outcomes = await stage.play(play, choose);
  shop.bank.nextFault = () => "none";
  // Whose connection was cut may have been told anything.
  return names.map((name) => {
    const outcome = outcomes.get(name) as Outcome;
    return name === doomed && outcome.kind === "done" && how === "cut" && wasHit(outcome)
      ? { kind: "crashed" }
      : outcome;
  });
}

const wasHit = (outcome: Extract<Outcome, { kind: "done" }>): boolean => outcome.value === "failed";

/** Everything is brought to its end, one after the other and without faults, and then the books must be even. */
async function goHome(
  stage: Stage,
  shop: Shop,
  from: World,
  seed: number,
  trace: string[],
): Promise<World> {
  let world = from;
  for (let n = 0; n < 100; n++) {
    const action = whatIsLeft(world);
    if (!action) break;
    const { ids } = await observe(stage.sql, shop.cast, shop.bank);
    const answer = await perform(shop, ids, action);
    const next = structuredClone(world);
    const expected = alone(next, action);
    trace.push(`end ${JSON.stringify(action)} → ${answer}`);
    if (answer !== expected) throw contradiction(seed, trace, world, next, `not ${expected}`);
    world = next;
  }
  const { world: real } = await observe(stage.sql, shop.cast, shop.bank);
  if (canonical(real) !== canonical(world)) {
    throw contradiction(seed, trace, world, real, "ended otherwise");
  }
  const wrong = [...uneven(real), ...(await findBreaches())];
  if (wrong.length > 0) throw contradiction(seed, trace, world, real, wrong.join("; "));
  return real;
}

function alone(world: World, action: Action): string {
  let next = begin(action, { amountOf: () => undefined });
  while (!("done" in next)) next = next.run(world);
  return next.done;
}

/** I1 and I4 at the end of the day, seen from the banks' books. */
function uneven(world: World): string[] {
  const wrong: string[] = [];
  for (const [key, order] of Object.entries(world.orders)) {
    const moved = sum(
      order.attempts.map(({ bank, amount, receipt }) =>
        bank?.status === "succeeded" ? amount - sum(Object.values(bank.refunds)) : (receipt ?? 0),
      ),
    );
    if (moved !== order.paid)
      wrong.push(`${key}: ${moved} at the bank, ${order.paid} in the books`);
    const promised = Object.values(order.refunds).filter(({ status }) => status !== "succeeded");
    const isOver = order.status === "canceled" || order.status === "expired";
    // Staff who give back every piece decide about delivery and fee themselves.
    const isByPieces = Object.keys(order.refunds).some((refund) => refund.startsWith("refund-"));
    if (isOver && !isByPieces && order.paid !== sum(promised.map(({ amount }) => amount))) {
      wrong.push(`${key} is ${order.status} and keeps ${order.paid}`);
    }
    if (order.promo === "claimed" && order.status === "expired" && order.paid + order.back === 0) {
      wrong.push(`${key} lapsed with its code`);
    }
  }
  for (const [variant, stock] of Object.entries(world.stock)) {
    if (stock.held !== 0 || stock.allocated !== 0) wrong.push(`${variant} is still promised`);
  }
  return wrong;
}
