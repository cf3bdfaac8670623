import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import { openProviders } from "#integrations/payment/providers.server.ts";
import { sign } from "#integrations/payment/signature.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { makeCustomer, orderInput } from "../tests/support/builders/shop.ts";
import { findBreaches } from "../tests/support/oracles/invariants.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { chooseVariants, refill } from "../tests/verification/crash/running-shop.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * Payment notifications under load: each is signed, verified, stored and acknowledged, and each payment is settled by
 * the shop. `node bench/webhooks.ts [notifications=10000] [--rate=1000] [--payments=300]`; one JSON line. Every
 * payment has three events, and each is repeated until the number of notifications is reached. `--rate=0` sends as
 * fast as they are acknowledged.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string", default: "1000" },
    payments: { type: "string", default: "300" },
  },
});
const count = Number(positionals[0] ?? 10_000);
const rate = Number(values.rate);
const paymentCount = Number(values.payments);
const connections = 32;

interface Acknowledgement {
  /** `performance.now()` when the notification was due, and when its response arrived. */
  readonly dueAt: number;
  readonly ackedAt: number;
  readonly status: number;
}

let secret = "";
const program = await startProgram({ env: { LOG_LEVEL: "error" } });
const agent = new Agent({ keepAlive: true, maxSockets: connections });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 8 });
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  secret = Buffer.from(keys.pepper, "base64url").toString("hex");
  openProviders(
    { payments: ["builtin"], stripe: undefined, midtrans: undefined },
    { builtin: secret },
  );
  const payments = await openPayments();
  // The payment succeeded at the provider, without a notification to the shop.
  await asSeed()`
    update private.builtin_payments set status = 'succeeded', version = version + 1
    where id = any (${payments})`;

  const threadBefore = mainThreadMilliseconds(program.pid);
  const postmaster = await postmasterBehind(asSeed());
  const databaseBefore = await postgresMilliseconds(postmaster);
  const began = performance.now();
  const answers = await notifyAll(payments);
  const acknowledged = performance.now();
  const settledAt = await untilSettled(payments);
  const thread = mainThreadMilliseconds(program.pid) - threadBefore;
  const database = (await postgresMilliseconds(postmaster)) - databaseBefore;

  const waits = answers.map(({ dueAt, ackedAt }) => ackedAt - dueAt).sort((a, b) => a - b);
  console.log(
    JSON.stringify({
      notifications: count,
      payments: payments.length,
      acknowledged_per_second: Math.round(count / ((acknowledged - began) / 1000)),
      ack_p50_ms: Math.round(waits[Math.floor(waits.length * 0.5)] ?? 0),
      ack_p99_ms: Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
      not_acknowledged: answers.filter(({ status }) => status !== 200).length,
      effects_after_first_ms: Math.round(settledAt - began),
      effects_after_last_ms: Math.round(settledAt - acknowledged),
      main_thread_ms_per_notification: Number((thread / count).toFixed(3)),
      postgres_ms_per_notification: Number((database / count).toFixed(3)),
      breaches: await findBreaches(),
    }),
  );
} finally {
  agent.destroy();
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

/** Orders that wait for payment. @returns the provider's ids of their payments */
async function openPayments(): Promise<string[]> {
  const variants = await chooseVariants(50);
  await refill(variants, 10_000);
  const ids: string[] = [];
  for (let n = 0; n < paymentCount; n++) {
    const { person, addressId } = await makeCustomer(`kabar-${n}`);
    const variant_id = variants[2 + (n % (variants.length - 2))] as string;
    const input = await orderInput(person, {
      lines: [{ variant_id, quantity: 1 }],
      address_id: addressId,
    });
    const placed = await placeOrder(person, input, { idempotencyKey: `news-${n}`, language: "id" });
    const id = placed.ok ? placed.value.payment?.client?.id : undefined;
    if (!id) throw new Error(`not placed: ${JSON.stringify(placed)}`);
    ids.push(id);
  }
  return ids;
}

async function notifyAll(payments: readonly string[]): Promise<Acknowledgement[]> {
  const began = performance.now();
  const answers: Acknowledgement[] = [];
  let next = 0;
  const notifyOn = async () => {
    for (let n = next++; n < count; n = next++) {
      const dueAt = rate > 0 ? began + (n / rate) * 1000 : performance.now();
      const early = dueAt - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const status = await tell(payments[n % payments.length] as string, n);
      answers.push({ dueAt, ackedAt: performance.now(), status });
    }
  };
  await Promise.all(Array.from({ length: connections }, notifyOn));
  return answers;
}

/** @returns the status of the response */
async function tell(payment: string, n: number): Promise<number> {
  const event = Math.floor(n / paymentCount) % 3;
  const body = JSON.stringify({ id: `be_${payment}_${event}`, type: "payment.succeeded", payment });
  const asked = request(`${program.url}/webhooks/builtin`, {
    agent,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "builtin-signature": sign(secret, body, new Date()),
    },
  });
  asked.end(body);
  const [answer] = await once(asked, "response");
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
}

/** @returns `performance.now()` when the shop's ledger showed all as paid; -1 when it did not within a minute */
async function untilSettled(payments: readonly string[]): Promise<number> {
  for (let n = 0; n < 600; n++) {
    const [open] = await asSeed()`
      select from payments p join orders o on o.id = p.order_id
      where p.provider_payment_id = any (${payments as string[]})
        and not (p.status = 'settled' and o.payment_status = 'paid' and o.status = 'placed') limit 1`;
    if (!open) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return -1;
}
