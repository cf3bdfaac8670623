import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { placeThroughFunctions } from "#tests/support/builders/place-through-functions.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeEnvironment,
} from "#tests/support/doubles/stripe-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import {
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "#tests/support/runner/program.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

let program: Program;
let stripe: StripeDouble;
let folder = "";
const shift = (milliseconds: number) => writeFile(path.join(folder, "shift"), String(milliseconds));

beforeAll(async () => {
  folder = await temporaryFolder();
  await shift(10 * minute);
  stripe = await startStripeDouble();
  const preload = pathToFileURL(path.join(import.meta.dirname, "shifted-date.mjs")).href;
  program = await startProgram({
    env: {
      NODE_OPTIONS: `--import ${preload}`,
      SHIFT_FILE: path.join(folder, "shift"),
      PAYMENTS: "stripe,builtin",
      ...stripeEnvironment(stripe),
    },
  });
  openConnections(await databaseAddress(program.dataDir), { max: 3 });
}, 60_000);
afterAll(async () => {
  await closeConnections();
  await program.stop();
  await stripe.close();
  await removeFolder(program.dataDir);
  await removeFolder(folder);
});

async function clients() {
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  const open = (key: string) =>
    createClient(program.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  return { customer: open(keys.publishable), service: open(keys.secret) };
}

test("R22: with its clock ten minutes ahead, ten behind and a day back, the program ends and refuses nothing wrongly", async () => {
  const { customer, service } = await clients();
  const password = "kertas-karbon-biru";
  const email = "jam@pelanggan.test";
  await service.auth.admin.createUser({ email, password, email_confirm: true });
  await service.storage.createBucket("arsip");
  await service.storage.from("arsip").upload("nota.txt", "isi nota");
  let factor: { id: string; secret: string } | undefined;

  for (const wrong of [10 * minute, -10 * minute, -day, day]) {
    const what = `${wrong / minute} minutes`;
    await shift(wrong);
    // Wait until the program's own Date has shifted, so that its answers use it.
    const said = async () => Number(await readFile(path.join(folder, "shift.now"), "utf8"));
    await expect
      .poll(async () => Math.abs((await said()) - Date.now() - wrong), { message: what })
      .toBeLessThan(minute);

    const buyer = (await clients()).customer;
    const signedIn = await buyer.auth.signInWithPassword({
      email: "customer@etalase.test",
      password: "etalase-demo-2026",
    });
    const left = (signedIn.data.session?.expires_at ?? 0) - Date.now() / 1000;
    expect(left, what).toBeGreaterThan(3_500);
    expect(left, what).toBeLessThanOrEqual(3_601);
    expect((await buyer.from("orders").select("id").limit(1)).error, what).toBeNull();

    const order = await placeThroughFunctions(buyer);
    const [row] = await asSeed()<{ minutes: number; wanted: number; id: string }[]>`
      select round(extract(epoch from o.expires_at - now()) / 60)::int as minutes, payment_minutes as wanted,
        p.provider_payment_id as id
      from orders o join payments p on p.order_id = o.id cross join shop_settings where o.id = ${order}`;
    expect(row?.minutes, what).toBe(row?.wanted);
    stripe.pay(row?.id ?? "");
    const reported = async (at: Date) => {
      const event = stripe.event(row?.id ?? "", "payment_intent.succeeded", { at });
      const answer = await fetch(`${program.url}/webhooks/stripe`, {
        method: "POST",
        headers: event.headers,
        body: event.body as Uint8Array<ArrayBuffer>,
      });
      return answer.status;
    };
    // The tolerance of five minutes is around the real time.
    expect(await reported(new Date(Date.now() - 6 * minute)), what).toBe(400);
    expect(await reported(new Date(Date.now() + 6 * minute)), what).toBe(400);
    expect(await reported(new Date()), what).toBe(200);
    const [paid] = await asSeed()`select payment_status from orders where id = ${order}`;
    expect(paid, what).toEqual({ payment_status: "paid" });

    const link = await service.storage.from("arsip").createSignedUrl("nota.txt", 60);
    expect(await (await fetch(link.data?.signedUrl ?? "")).text(), what).toBe("isi nota");

    if (!factor) {
      await customer.auth.signInWithPassword({ email, password });
      const enrolled = await customer.auth.mfa.enroll({ factorType: "totp" });
      if (enrolled.data?.type !== "totp") throw new Error("no factor");
      factor = { id: enrolled.data.id, secret: enrolled.data.totp.secret };
      const code = authenticatorCode(factor.secret);
      const proven = await customer.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
      expect(proven.error, what).toBeNull();
    }
    // A session from before the jump is valid, and its token is refreshed as usual.
    expect((await customer.auth.getUser()).error, what).toBeNull();
    expect((await customer.auth.refreshSession()).error, what).toBeNull();
  }
  expect(await findBreaches()).toEqual([]);
});
