import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountId } from "#db/seed/accounts.server.ts";
import { goodCard, regularMethodId } from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { shareOf } from "#tests/support/runner/whole-run.ts";
import { RefusingTables } from "./refusing-tables.ts";

/** The tables that an order and its payment write, in order. */
const written = [
  "public.orders",
  "public.order_lines",
  "public.order_counter",
  "public.order_events",
  "public.stock_holds",
  "public.stock_items",
  "public.payments",
  "public.promo_redemptions",
  "public.payment_transactions",
  "public.stock_movements",
  "private.outbox",
  "private.idempotency_keys",
  "graphile_worker._private_jobs",
];
const diskFull = "53100";
const deadlock = "40P01";

describe("a database that refuses to write", { timeout: 120_000 }, () => {
  const { program } = useProgram();
  let tables: RefusingTables;
  let key = "";
  let secret = "";
  let token = "";

  beforeAll(async () => {
    tables = new RefusingTables(await databaseAddress(program().dataDir));
    await tables.prepare();
    const keys = JSON.parse(await readFile(path.join(program().dataDir, "keys.json"), "utf8"));
    key = keys.publishable;
    secret = keys.secret;
    const answer = await post("/auth/v1/token?grant_type=password", {
      email: "customer@etalase.test",
      password: "etalase-demo-2026",
    });
    token = String(answer.body.access_token);
  });
  afterAll(() => tables.end());

  test("R29: a deadlock at any table that an order writes is tried again, and the order counts once", async () => {
    const order = await intent();
    let refused = 0;
    const tried = shareOf(written, 0, 8);
    for (const table of tried) {
      await tables.refuse([table], deadlock, 1);
      const orderKey = randomUUID();
      const placed = await untilTaken(() => place(order, orderKey));
      expect(placed.status, `${table}: ${JSON.stringify(placed.body)}`).toBe(200);
      const paid = await untilTaken(() => pay(placed.body));
      expect(paid.status, `${table}: ${JSON.stringify(paid.body)}`).toBe(200);
      await expect.poll(() => paidOrders(orderKey), { message: table }).toBe(1);
      await tables.accept([table]);
      refused += await tables.refused(1);
    }
    // All tables except those that this order does not write.
    expect(refused).toBeGreaterThanOrEqual(tried.length - 2);
    expect(await findBreaches()).toEqual([]);
  });

  test("R15: a full disk is reported, leaves nothing half-written, and the same key buys once there is room", async () => {
    const order = await intent();
    // Others than R29 tries.
    for (const table of shareOf(written, 1, 8)) {
      const before = await counts();
      await tables.refuse([table], diskFull);
      const orderKey = randomUUID();
      const refused = await place(order, orderKey);
      if (refused.status !== 200) {
        expect(refused.status, `${table}: ${JSON.stringify(refused.body)}`).toBe(503);
        expect(refused.body, table).toMatchObject({ error: { code: "temporarily_unavailable" } });
        expect(await counts(), table).toEqual(before);
      }
      await tables.accept([table]);
      const placed = await place(order, orderKey);
      expect(placed.status, `${table}: ${JSON.stringify(placed.body)}`).toBe(200);
      expect(await orders(orderKey)).toBe(1);
      expect((await pay(placed.body)).status, table).toBe(200);
      await expect.poll(() => paidOrders(orderKey), { message: table }).toBe(1);
    }
    expect(await findBreaches()).toEqual([]);
  });

  test("R15: every other endpoint says that it is not possible now, and pages stay readable", async () => {
    expect((await post("/storage/v1/bucket", { name: "uji" }, secret)).status).toBe(200);
    const endpoints: [string, string, () => Promise<{ status: number; body: Answer["body"] }>][] = [
      [
        "auth.sessions",
        "/auth/v1/token",
        () =>
          post("/auth/v1/token?grant_type=password", {
            email: "customer@etalase.test",
            password: "etalase-demo-2026",
          }),
      ],
      [
        "auth.users",
        "/auth/v1/signup",
        () =>
          post("/auth/v1/signup", { email: "baru@contoh.test", password: "kertas-karbon-biru" }),
      ],
      [
        "public.addresses",
        "/rest/v1/addresses",
        () =>
          post(
            "/rest/v1/addresses",
            {
              recipient: "Ratih",
              phone: "+6281234567890",
              region_code: "3273191001",
              postal_code: "40111",
              street: "Jl. Braga 1",
            },
            token,
          ),
      ],
      [
        "storage.objects",
        "/storage/v1/object",
        () => post("/storage/v1/object/uji/satu.json", { a: 1 }, secret),
      ],
    ];
    for (const [table, name, ask] of endpoints) {
      await tables.refuse([table], diskFull);
      const answer = await ask();
      const page = await fetch(`${program().url}/Shop`);
      await tables.accept([table]);
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(503);
      expect(JSON.stringify(answer.body)).not.toContain("refused for a test");
      expect(page.status).toBe(200);
    }
  });

  interface Answer {
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
  }

  async function post(
    address: string,
    body: unknown,
    bearer?: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(`${program().url}${address}`, {
      method: "POST",
      headers: {
        apikey: key,
        "content-type": "application/json",
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
  }

  async function intent(): Promise<Record<string, unknown>> {
    const [variant] = await asSeed()<{ id: string }[]>`
      select variant_id as id from stock_items where available > 60 order by variant_id limit 1`;
    const [address] = await asSeed()<{ id: string }[]>`
      select id from addresses where customer_id = ${accountId("customer@etalase.test")} limit 1`;
    const asked = {
      lines: [{ variant_id: variant?.id, quantity: 1 }],
      address_id: address?.id,
      shipping_method_id: regularMethodId,
      payment_method: "builtin:card",
      promo_codes: ["HEMAT10"],
    };
    const { body } = await post("/functions/v1/quote-cart", asked, token);
    return { ...asked, expected_total: body.total, accepted_terms_version: body.terms_version };
  }

  /** Retries as the official clients do: at 502, 503 and 504. */
  async function untilTaken(ask: () => Promise<Answer>): Promise<Answer> {
    for (let again = 0; again < 3; again++) {
      const answer = await ask();
      if (answer.status !== 503) return answer;
    }
    return ask();
  }

  const place = (order: object, orderKey: string) =>
    post("/functions/v1/place-order", order, token, { "idempotency-key": orderKey });

  function pay(placed: Answer["body"]): Promise<Answer> {
    const { client } = placed.payment as { client: { id: string; secret: string } };
    return post(`/pay/builtin/${client.id}/confirm`, { secret: client.secret, ...goodCard });
  }

  async function orders(orderKey: string): Promise<number> {
    const [row] = await asSeed()<{ n: number }[]>`
      select count(*)::int as n from orders where idempotency_key = ${orderKey}`;
    return row?.n ?? 0;
  }

  async function paidOrders(orderKey: string): Promise<number> {
    const [row] = await asSeed()<{ n: number }[]>`
      select count(*)::int as n from orders
      where idempotency_key = ${orderKey} and payment_status = 'paid'`;
    return row?.n ?? 0;
  }

  async function counts(): Promise<Record<string, number>> {
    const [row] = await asSeed()<Record<string, number>[]>`
      select (select count(*)::int from orders) as orders, (select count(*)::int from order_lines) as lines,
        (select count(*)::int from stock_holds) as holds, (select count(*)::int from payments) as payments,
        (select count(*)::int from order_events) as events, (select sum(available)::int from stock_items) as available,
        (select count(*)::int from promo_redemptions) as uses`;
    return row ?? {};
  }
});
