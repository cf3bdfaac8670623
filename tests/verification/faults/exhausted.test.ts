import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { demoAddressId, regularMethodId, variantInStock } from "#tests/support/builders/shop.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeEnvironment,
} from "#tests/support/doubles/stripe-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { type Program, removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Fault R26 on the whole program, which may open 256 files.
 */

const run = promisify(execFile);
let program: Program;
let stripe: StripeDouble;
let publishable = "";
let secret = "";
let token = "";

beforeAll(async () => {
  stripe = await startStripeDouble();
  program = await startProgram({
    limits: "ulimit -n 256",
    env: {
      PAYMENTS: "stripe,builtin",
      ...stripeEnvironment(stripe),
    },
  });
  openConnections(await databaseAddress(program.dataDir), { max: 3 });
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  publishable = keys.publishable;
  secret = keys.secret;
  const signedIn = await post("/auth/v1/token?grant_type=password", {
    email: "customer@etalase.test",
    password: "etalase-demo-2026",
  });
  token = String(signedIn.body.access_token);
}, 60_000);
afterAll(async () => {
  await closeConnections();
  await program.stop();
  await stripe.close();
  await removeFolder(program.dataDir);
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${program.url}${address}`, {
    method: "POST",
    headers: {
      apikey: publishable,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
}

async function orderBody(): Promise<Record<string, unknown>> {
  const asked = {
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
    address_id: demoAddressId,
    shipping_method_id: regularMethodId,
    payment_method: "stripe:automatic",
  };
  const { body } = await post("/functions/v1/quote-cart", asked);
  return { ...asked, expected_total: body.total, accepted_terms_version: body.terms_version };
}

test("R26: with every connection in use, public pages and notifications are answered, and none is lost", async () => {
  const placed = await post("/functions/v1/place-order", await orderBody(), {
    "idempotency-key": randomUUID(),
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  const [intent = ""] = stripe.intents.keys();
  stripe.pay(intent);

  const owner = openPostgres(await databaseAddress(program.dataDir), { max: 2 });
  const held = Promise.withResolvers<void>();
  const holding = owner.begin(async (sql) => {
    await sql`lock table orders in access exclusive mode`;
    await held.promise;
  });
  await expect
    .poll(
      () => asSeed()`select from pg_locks where mode = 'AccessExclusiveLock' and granted
      and relation = 'orders'::regclass`,
    )
    .toHaveLength(1);
  const waiting = Array.from({ length: 40 }, () =>
    post("/functions/v1/cancel-order", { order_id: randomUUID() }),
  );
  await expect
    .poll(async () => {
      const rows = await owner`
        select from pg_stat_activity where application_name = 'etalase' and wait_event_type = 'Lock'`;
      return rows.length;
    })
    .toBeGreaterThanOrEqual(10);

  expect((await fetch(`${program.url}/Shop`)).status).toBe(200);
  const event = stripe.event(intent, "payment_intent.succeeded");
  const reported = await fetch(`${program.url}/webhooks/stripe`, {
    method: "POST",
    headers: event.headers,
    body: event.body as Uint8Array<ArrayBuffer>,
  });
  expect(reported.status).toBe(200);

  held.resolve();
  await holding;
  await owner.end();
  // Answers are slow, or 503 with `Retry-After`; never another error, and never missing.
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => status !== 404 && status !== 503)).toEqual([]);
  for (const { status, headers } of answers) {
    if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  await expect
    .poll(
      () =>
        asSeed()`select from orders where payment_status = 'paid' and id = ${
          (placed.body.order as { id: string }).id
        }`,
    )
    .toHaveLength(1);
  expect(await findBreaches()).toEqual([]);
});

test("R26: a crowd that uses every connection leaves file handles for running requests", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const inside = async (address: string, body?: unknown) => {
    const asked = request(`${program.url}${address}`, {
      agent,
      method: body === undefined ? "GET" : "POST",
      headers: {
        apikey: publishable,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(asked, "response");
    answer.resume();
    await once(answer, "end");
    return answer.statusCode;
  };
  expect(await inside("/Shop")).toBe(200);
  const order = await orderBody();

  const { hostname, port } = new URL(program.url);
  const crowd = await Promise.all(
    Array.from({ length: 400 }, async () => {
      const socket = net.connect(Number(port), hostname);
      socket.on("error", () => undefined);
      await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
      return socket;
    }),
  );
  // Connections above the limit are refused at once.
  await expect
    .poll(() => crowd.filter((socket) => !socket.destroyed && !socket.readableEnded).length)
    .toBeLessThanOrEqual(160);
  const [picture] = await asSeed()<{ bucket_id: string; name: string }[]>`
    select o.bucket_id, o.name from storage.objects o join storage.buckets b on b.id = o.bucket_id
    where b.public limit 1`;
  expect(await inside(`/storage/v1/object/public/${picture?.bucket_id}/${picture?.name}`)).toBe(
    200,
  );
  expect(await inside("/functions/v1/place-order", order)).toBe(200);

  for (const socket of crowd) socket.destroy();
  await expect
    .poll(() =>
      fetch(`${program.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  agent.destroy();
  expect(program.output()).not.toContain("EMFILE");
});

longProof("R26: bodies of fifty megabytes pass through without being held", async () => {
  const memory = async () =>
    Number((await run("ps", ["-o", "rss=", "-p", String(program.pid)])).stdout) / 1024;
  const large = Buffer.alloc(50_000_000, "0123456789");
  const send = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${program.url}${address}`, {
      method: "POST",
      headers: { apikey: secret, authorization: `Bearer ${secret}`, ...headers },
      body: large,
    }).then(
      ({ status }) => status,
      // Refused before the server read the whole body.
      () => 413,
    );
  const made = await fetch(`${program.url}/storage/v1/bucket`, {
    method: "POST",
    headers: {
      apikey: secret,
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "gudang" }),
  });
  expect(made.status).toBe(200);
  const before = await memory();
  let max = before;
  const watching = setInterval(() => {
    void memory().then((now) => (max = Math.max(max, now)));
  }, 50);
  expect(await send("/rest/v1/rpc/anything", { "content-type": "application/json" })).toBe(413);
  expect(await send("/functions/v1/quote-cart", { "content-type": "application/json" })).toBe(413);
  const uploads = ["a.bin", "b.bin"].map((name) =>
    send(`/storage/v1/object/gudang/${name}`, { "content-type": "application/octet-stream" }),
  );
  expect(await Promise.all(uploads)).toEqual([200, 200]);
  clearInterval(watching);
  // The clients sent 200 MB.
  expect(max - before).toBeLessThan(120);
});
