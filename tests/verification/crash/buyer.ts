import { randomUUID } from "node:crypto";
import { Agent, request as requestPlain } from "node:http";
import { globalAgent, request as requestSecure } from "node:https";
import type { SeededRandom } from "#db/seed/deterministic.ts";
import { goodCard, regularMethodId } from "#tests/support/builders/shop.ts";

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly addressId: string;
}

/** Results that the shop acknowledged with a 2xx: an order for a key, and a payment for it. */
export interface Acknowledged {
  readonly key: string;
  readonly orderId: string;
  paid: boolean;
}

/** One purchase, repeated after crashes with the same key until it is paid or refused. */
interface Purchase {
  readonly key: string;
  readonly lines: readonly { variant_id: string; quantity: number }[];
  input?: Readonly<Record<string, unknown>>;
  order?: Acknowledged;
  payment?: { id: string; secret: string };
}

/** Response times in milliseconds; requests without a response are missing. */
export type Waits = Readonly<Record<"quote" | "order" | "payment", number[]>>;

/** The shop is unreachable or could not report the request's result: it is repeated later. */
class Unanswered extends Error {}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A customer who buys while the shop responds, and never treats a missing response as a refusal. */
export class Buyer {
  readonly acknowledged: Acknowledged[] = [];
  /** Keys that were sent: there can be no more orders than these. */
  readonly keys: string[] = [];
  readonly complaints: string[] = [];
  /** Why requests had no answer, or one that says that the shop cannot answer now. */
  readonly unanswered: string[] = [];
  readonly waits: Waits = { quote: [], order: [], payment: [] };
  private purchase: Purchase | undefined;
  private token = "";
  private isStopped = false;
  private readonly url: string;
  private readonly publishableKey: string;
  private readonly account: Account;
  private readonly random: SeededRandom;
  private readonly variants: readonly string[];
  private readonly always: string | undefined;

  /** @param always a variant that every cart contains, besides one to three other variants */
  constructor(
    url: string,
    publishableKey: string,
    account: Account,
    random: SeededRandom,
    variants: readonly string[],
    always?: string,
  ) {
    this.url = url;
    this.publishableKey = publishableKey;
    this.account = account;
    this.random = random;
    this.variants = variants;
    this.always = always;
  }

  async signIn(): Promise<void> {
    const { email, password } = this.account;
    const answer = await this.post("/auth/v1/token?grant_type=password", { email, password });
    if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`);
    this.token = String(answer.body.access_token);
  }

  /**
   * Makes one purchase after the other until `stop()`.
   * @param beat when purchases begin, in milliseconds from now; a purchase that began late does not delay the next
   */
  async shop(beat?: { readonly first: number; readonly every: number }): Promise<void> {
    this.isStopped = false;
    let due = performance.now() + (beat?.first ?? 0);
    while (!this.isStopped) {
      if (beat && !this.purchase) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        due += beat.every;
        if (this.isStopped) return;
      }
      await this.advance().catch(pauseAfter);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Completes the current purchase only: the shop is up and stays up. @throws Error when this takes too long */
  async finish(): Promise<void> {
    const deadline = Date.now() + 90_000;
    while (this.purchase) {
      await this.advance().catch(pauseAfter);
      if (Date.now() > deadline) throw new Error(`${this.account.email} got no answer any more`);
    }
  }

  private async advance(): Promise<void> {
    this.purchase ??= this.intent();
    const purchase = this.purchase;
    purchase.input ??= await this.waitFor("quote", () => this.quote(purchase));
    if (!purchase.input) this.purchase = undefined;
    else if (!purchase.order) await this.waitFor("order", () => this.place(purchase));
    else {
      const { order } = purchase;
      await this.waitFor("payment", () => this.pay(purchase, order));
    }
  }

  private async waitFor<T>(what: keyof Waits, asked: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const answer = await asked();
    this.waits[what].push(performance.now() - began);
    return answer;
  }

  private intent(): Purchase {
    const lines = new Map<string, number>(this.always === undefined ? [] : [[this.always, 1]]);
    for (let n = this.random.whole(1, 3); n > 0; n--) {
      lines.set(this.random.pick(this.variants), this.random.whole(1, 2));
    }
    const key = randomUUID();
    this.keys.push(key);
    return { key, lines: [...lines].map(([variant_id, quantity]) => ({ variant_id, quantity })) };
  }

  private async quote(purchase: Purchase): Promise<Purchase["input"]> {
    const asked = {
      lines: purchase.lines,
      address_id: this.account.addressId,
      shipping_method_id: regularMethodId,
    };
    const { status, body } = await this.post("/functions/v1/quote-cart", asked);
    if (status !== 200) throw new Error(`quote-cart answered ${status}`);
    if ((body.problems as unknown[]).length > 0) return undefined;
    return {
      ...asked,
      payment_method: "builtin:card",
      expected_total: body.total,
      accepted_terms_version: body.terms_version,
    };
  }

  private async place(purchase: Purchase): Promise<void> {
    const send = () =>
      this.post("/functions/v1/place-order", purchase.input, { "Idempotency-Key": purchase.key });
    // Some people click twice.
    const clicks = this.random.next() < 0.3 ? [send(), send()] : [send()];
    const answers = (await Promise.allSettled(clicks)).flatMap((settled) =>
      settled.status === "fulfilled" ? [settled.value] : [],
    );
    const [first, second] = answers.filter((answer) => answer.status !== 409 || isRefusal(answer));
    if (!first) throw new Unanswered();
    if (second && orderOf(second)?.id !== orderOf(first)?.id) {
      this.complaints.push(`two answers to ${purchase.key}`);
    }
    const order = orderOf(first);
    if (order) {
      purchase.order = { key: purchase.key, orderId: order.id, paid: false };
      purchase.payment = order.client;
      this.acknowledged.push(purchase.order);
    } else if (isRefusal(first)) this.purchase = undefined;
    else {
      this.complaints.push(`place-order answered ${first.status} ${JSON.stringify(first.body)}`);
      this.purchase = undefined;
    }
  }

  private async pay(purchase: Purchase, order: Acknowledged): Promise<void> {
    const { id, secret } = purchase.payment ?? { id: "", secret: "" };
    const { status, body } = await this.post(`/pay/builtin/${id}/confirm`, { secret, ...goodCard });
    // "closed" means that an earlier try with a lost answer succeeded.
    if (status === 200 || body.status === "closed") order.paid = true;
    else this.complaints.push(`the payment of ${order.orderId} was answered ${status}`);
    this.purchase = undefined;
  }

  private async post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const { status, text } = await send(`${this.url}${path}`, JSON.stringify(body), {
      "Content-Type": "application/json",
      apikey: this.publishableKey,
      ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
      ...headers,
    }).catch((error: unknown) => {
      this.unanswered.push(`${path}: ${(error as Error).cause ?? error}`);
      throw error;
    });
    if (status >= 500) {
      this.unanswered.push(`${path} answered ${status}`);
      throw new Unanswered(`${status}`);
    }
    return { status, body: JSON.parse(text) };
  }
}

const connections = new Agent({ keepAlive: true });

/** Not `fetch`, which uses more processor time than a quote of the shop may. @throws Unanswered */
function send(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Unanswered("no answer", { cause }));
    const isSecure = url.startsWith("https:");
    const asked = (isSecure ? requestSecure : requestPlain)(
      url,
      {
        method: "POST",
        agent: isSecure ? globalAgent : connections,
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        signal: AbortSignal.timeout(60_000),
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", fail);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    asked.on("error", fail);
    asked.end(body);
  });
}

const refusals = ["cart_problems", "total_changed", "out_of_stock", "too_many_unpaid"];

function isRefusal({ body }: Answer): boolean {
  return refusals.includes(String((body.error as { code?: unknown } | undefined)?.code));
}

function orderOf({ status, body }: Answer) {
  if (status !== 200) return undefined;
  const { order, payment } = body as {
    order: { id: string };
    payment: { client: { id: string; secret: string } };
  };
  return { id: order.id, client: payment.client };
}

async function pauseAfter(error: unknown): Promise<void> {
  if (!(error instanceof Unanswered)) throw error;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
