import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { regularMethodId } from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { salesBreaches } from "#tests/support/oracles/sales-oracle.ts";
import { openBank, SimulatedBank } from "../stage/simulated-bank.ts";
import type { Outcome, Stage } from "../stage/stage.ts";
import type { Action } from "./action.ts";
import { openShop, type Size } from "./cast.ts";
import { type Choice, none, whatIsLeft } from "./choose.ts";
import { canonical, type Done, isExplained, tooMany } from "./explain.ts";
import { alone, contradiction, uneven } from "./judge.ts";
import { type Ids, observe } from "./observe.ts";
import { cartOf, perform, personOf } from "./perform.ts";
import { drawDesign } from "./printed-goods.ts";
import type { Shop } from "./real-shop.ts";
import type { World } from "./world.ts";

/** Actions on objects that an earlier action may have made. */
const needsIds: ReadonlySet<Action["kind"]> = new Set([
  "give-back",
  "deliver",
  "settle-return",
  "replacement",
]);

/** One history in progress: the real shop, and the model's present world. */
export class Scene {
  readonly stage: Stage;
  readonly shop: Shop;
  readonly cashFee: number;
  readonly trace: string[] = [];
  readonly answers = new Map<string, number>();
  world: World;
  private ids: Ids;
  private readonly seed: number;
  private readonly placed = new Map<string, Action>();

  private constructor(
    stage: Stage,
    seed: number,
    shop: Shop,
    cashFee: number,
    seen: { world: World; ids: Ids },
  ) {
    this.stage = stage;
    this.seed = seed;
    this.shop = shop;
    this.cashFee = cashFee;
    this.world = seen.world;
    this.ids = seen.ids;
  }

  static async open(stage: Stage, seed: number, size: Size): Promise<Scene> {
    const bank = new SimulatedBank(size.isStrictBank);
    openBank(bank);
    const shop = await openShop(stage, seed, bank, size);
    const [settings] = await stage.sql<{ fee: number }[]>`
      select cod_fee::int as fee from public.shop_settings`;
    const seen = await observe(stage.sql, shop.cast, bank);
    return new Scene(stage, seed, shop, settings?.fee ?? 0, seen);
  }

  /** Quotes a purchase request first, as a screen does; an unavailable one is dropped. */
  async toAction(choice: Choice): Promise<Action | undefined> {
    if (choice.kind === "repeat") return this.placed.get(choice.order);
    const { shop } = this;
    if (choice.kind === "intent" || choice.kind === "quote") {
      const key = choice.kind === "intent" ? choice.order : choice.customer;
      await drawDesign(this.stage.sql, this.seed, key, shop.cast);
    }
    if (choice.kind !== "intent") return choice;
    const { person, addressId } = personOf(shop, choice.customer);
    const quote = await quoteCheckout(
      { actor: person },
      {
        ...cartOf(shop, choice, choice.order),
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
      cashFee: this.cashFee,
      printed: shop.cast.printed?.variant ?? null,
      quoted: {
        base: quote.subtotal - quote.discount + quote.shipping,
        shipping: quote.shipping,
        discount: quote.discount,
        total: quote.total,
        lineTotals: quote.lines.map(({ total }) => total),
        terms: quote.terms_version,
      },
    };
    this.placed.set(choice.order, { ...action, fault: none });
    return action;
  }

  /** Performs the action in the real shop, without any gate. */
  perform(action: Action): Promise<string> {
    return perform(this.shop, this.ids, action);
  }

  /**
   * Performs one action without concurrent ones. @throws Contradiction when the model expects another answer or
   * outcome
   */
  async alone(action: Action): Promise<void> {
    await this.check([{ action, answer: await this.perform(action) }]);
  }

  /**
   * Checks that some interleaving of the actions' steps leads to the real state.
   * @param outcomes of the actions, in their order
   * @throws Contradiction
   */
  async judge(acts: readonly Action[], outcomes: readonly Outcome[]): Promise<Done[]> {
    const done = acts.map((action, n): Done => {
      const outcome = outcomes[n];
      return { action, answer: outcome?.kind === "done" ? String(outcome.value) : undefined };
    });
    await this.check(done);
    return done;
  }

  private async check(done: readonly Done[]): Promise<void> {
    for (const { action, answer } of done) this.note("", action, answer);
    const now = await this.look();
    const facts = {
      amountOf: (order: string, n: number) => now.world.orders[order]?.attempts[n]?.amount,
      priceOf: (variant: string) => this.shop.cast.prices.get(variant) ?? 0,
      isPrinted: (variant: string) => this.shop.cast.printed?.variant === variant,
    };
    const found = isExplained(this.world, now.world, done, facts);
    if (found !== true) {
      throw this.contradiction(now.world, found === tooMany ? tooMany : "cannot have come about");
    }
    ({ world: this.world, ids: this.ids } = now);
  }

  /**
   * Closes everything, one action at a time and without faults; then the ledgers must balance.
   * @throws Contradiction
   */
  async goHome(): Promise<void> {
    for (let n = 0; n < 200; n++) {
      const action = whatIsLeft(this.world);
      if (!action) break;
      if (needsIds.has(action.kind)) this.ids = (await this.look()).ids;
      const answer = await this.perform(action);
      const next = structuredClone(this.world);
      const expected = alone(next, action);
      this.note("end ", action, answer);
      if (answer !== expected) throw this.contradiction(next, `not ${expected}`);
      this.world = next;
    }
    const { world } = await this.look();
    if (canonical(world) !== canonical(this.world)) {
      throw this.contradiction(world, "ended otherwise");
    }
    const { differences } = await findPriceDifferences();
    const prices = differences.map((difference) => JSON.stringify(difference));
    await this.followSales();
    const figures = await salesBreaches();
    const wrong = [...uneven(world), ...(await findBreaches()), ...prices, ...figures];
    if (wrong.length > 0) throw this.contradiction(world, wrong.join("; "));
  }

  /** Computes the sales figures of changed orders, as the job does. */
  async followSales(): Promise<void> {
    await this.stage.sql`select private.follow_sales() from generate_series(1, 5)`;
  }

  private note(when: string, action: Action, answer: string | undefined): void {
    this.trace.push(`${when}${JSON.stringify(action)} → ${answer ?? "…"}`);
    // The trace counts all sums as one answer.
    const code = action.kind === "quote" ? "sums" : answer;
    const what = action.kind === "at-bank" ? `bank ${action.act}` : action.kind;
    const name = `${what} ${code ?? "…"}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
  }

  private look(): Promise<{ world: World; ids: Ids }> {
    return observe(this.stage.sql, this.shop.cast, this.shop.bank);
  }

  private contradiction(to: World, what: string): Error {
    return contradiction(this.seed, this.trace, this.world, to, what);
  }
}
