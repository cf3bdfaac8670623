import { randomUUID } from "node:crypto";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackend } from "#backend/backend.server.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Wrong passwords and wrong digits are counted in the database for their address, before the program checks them. A
 * stranger's guesses do not lock the networks that the owner has signed in from. An address without an account gets
 * the same answers.
 */

testDatabase();
// Requests come through a proxy that forwards client addresses.
const behindProxy = { settings: { TRUSTED_PROXIES: "127.0.0.1/32,::1/128" } };
const maxMisses = 10;
let second: { url: string; server: ServerType };
const auth = { ...relaxedAuth, maxMisses, lockSeconds: 900, passwordStrength: false };
const backend = testBackend({ ...behindProxy, auth });

/* Acts as another process of the shop: it shares only the keys and the database. */
beforeAll(async () => {
  const { config, keys } = backend();
  const app = createBackend({ config, keys, functions: {}, auth });
  second = await new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, server }),
    );
  });
});
afterAll(() => new Promise((resolve) => second.server.close(resolve)));

const password = "kertas-karbon-7";
const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;
let networks = 0;
/** A network without earlier requests. */
const anywhere = () => `203.0.${Math.floor(++networks / 250)}.${networks % 250}`;

async function ask(path: string, body: object, from: string, at = backend().url) {
  const answer = await fetch(`${at}/auth/v1${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      apikey: backend().keys.publishable,
      "X-Forwarded-For": from,
    },
    body: JSON.stringify(body),
  });
  const { error_code } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, code: error_code, wait: answer.headers.get("retry-after") };
}

const signIn = (email: string, given: string, from: string, at?: string) =>
  ask("/token?grant_type=password", { email, password: given }, from, at);

async function latestCode(email: string): Promise<string> {
  return (await backend().mailTo(email)).code;
}

/** An account whose owner has signed in from one network. */
async function account(home: string): Promise<string> {
  const email = anybody();
  expect((await ask("/signup", { email, password }, home)).status).toBe(200);
  const token = await latestCode(email);
  expect((await ask("/verify", { type: "signup", email, token }, home)).status).toBe(200);
  return email;
}

test("T19: of a hundred concurrent passwords for one account ten are checked", async () => {
  const email = await account(anywhere());
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      // The guesses come from many networks and at two processes.
      signIn(
        email,
        index === 60 ? password : `salah-${index}`,
        anywhere(),
        index % 2 ? second.url : backend().url,
      ),
    ),
  );
  const judged = answers.filter(({ status }) => status === 400 || status === 200);
  expect(judged.length).toBeLessThanOrEqual(maxMisses);
  expect(answers.every(({ status }) => [200, 400, 429].includes(status))).toBe(true);
});

test("T19: after ten wrong passwords the right one fails from an unknown network, at any process", async () => {
  const email = await account(anywhere());
  for (let miss = 0; miss < maxMisses; miss++) {
    expect(await signIn(email, `salah-${miss}`, anywhere())).toMatchObject({
      status: 400,
      code: "invalid_credentials",
    });
  }
  for (const at of [backend().url, second.url]) {
    const locked = await signIn(email, password, anywhere(), at);
    expect(locked).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    expect(Number(locked.wait)).toBeGreaterThan(800);
  }
});

test("a stranger's wrong passwords do not lock the owner out where the owner has signed in before", async () => {
  const home = anywhere();
  const email = await account(home);
  for (let miss = 0; miss <= maxMisses; miss++) await signIn(email, `salah-${miss}`, anywhere());
  expect((await signIn(email, password, anywhere())).status).toBe(429);
  expect((await signIn(email, password, home)).status).toBe(200);

  // From another network, a code by mail opens the account and makes that network known.
  const cafe = anywhere();
  await ask("/otp", { email }, cafe);
  const token = await latestCode(email);
  expect((await ask("/verify", { type: "email", email, token }, cafe)).status).toBe(200);
  for (let miss = 0; miss <= maxMisses; miss++) await signIn(email, `salah-${miss}`, anywhere());
  expect((await signIn(email, password, cafe)).status).toBe(200);
});

test("a known network has its own ten guesses, and a right password resets them", async () => {
  const home = anywhere();
  const email = await account(home);
  for (let round = 0; round < 2; round++) {
    for (let miss = 0; miss < maxMisses - 1; miss++) await signIn(email, `salah-${miss}`, home);
    expect((await signIn(email, password, home)).status).toBe(200);
  }
  for (let miss = 0; miss < maxMisses; miss++) await signIn(email, `salah-${miss}`, home);
  expect((await signIn(email, password, home)).status).toBe(429);
  await asSeed()`update auth.guesses set locked_until = now() where locked_until is not null`;
  expect((await signIn(email, password, home)).status).toBe(200);
});

test("T19: a session gives no additional guesses of the current password", async () => {
  const email = anybody();
  const client = await signedInClient(backend(), email, password);
  const codes: (string | undefined)[] = [];
  for (let miss = 0; miss < maxMisses + 1; miss++) {
    const { error } = await client.auth.updateUser({
      password: "nota-baru-88",
      current_password: `salah-${miss}`,
    });
    codes.push(error?.code);
  }
  expect(codes.slice(0, maxMisses)).toEqual(Array(maxMisses).fill("current_password_invalid"));
  expect(codes.at(-1)).toBe("over_request_rate_limit");
});

test("of ten requests for a code at once one mail is sent", async () => {
  const email = anybody();
  const client = await signedInClient(backend(), email, password);
  const { config, keys } = backend();
  const slow = createBackend({
    config,
    keys,
    functions: {},
    auth: { ...auth, mailInterval: 60 },
  });
  const { data } = await client.auth.getSession();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      slow.request("/auth/v1/reauthenticate", {
        headers: {
          apikey: keys.publishable,
          Authorization: `Bearer ${data.session?.access_token}`,
        },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const mails = await asSeed()`
    select 1 from private.outbox where recipient = ${email} and subject = 'Kode konfirmasi'`;
  expect(mails).toHaveLength(1);
});

test("each lock lasts longer than the one before", async () => {
  const email = await account(anywhere());
  const waits: number[] = [];
  for (let lock = 0; lock < 3; lock++) {
    for (let miss = 0; miss < maxMisses; miss++) await signIn(email, `salah-${miss}`, anywhere());
    waits.push(Number((await signIn(email, password, anywhere())).wait));
    await asSeed()`update auth.guesses set locked_until = now() where locked_until is not null`;
  }
  const [first = 0, next = 0, last = 0] = waits;
  expect(next).toBeGreaterThan(first * 1.5);
  expect(last).toBeGreaterThan(next * 1.5);
});

test("T18: an address without an account answers wrong passwords as one with an account", async () => {
  const known = await account(anywhere());
  const waiting = anybody();
  await ask("/signup", { email: waiting, password }, anywhere());
  const answers = await Promise.all(
    [known, waiting, anybody()].map(async (email) => {
      const seen: unknown[] = [];
      for (let miss = 0; miss < maxMisses + 3; miss++) {
        const { status, code } = await signIn(email, `salah-${miss}`, anywhere());
        seen.push([status, code]);
      }
      return seen;
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(answers[0]?.at(-1)).toEqual([429, "over_request_rate_limit"]);
});

test("T18: wrong digits after a recovery reveal no account, and do not lock its owner out", async () => {
  const email = await account(anywhere());
  const owner = anywhere();
  const nobody = anybody();
  for (const each of [email, nobody]) await ask("/recover", { email: each }, owner);
  const token = await latestCode(email);
  const wrong = String((Number(token) + 1) % 1_000_000).padStart(6, "0");
  const guess = async (address: string, given: string, from: string) => {
    const { status, code } = await ask(
      "/verify",
      { type: "recovery", email: address, token: given },
      from,
    );
    return `${status} ${code}`;
  };
  const stranger = anywhere();
  const seen = async (address: string) => {
    const all: string[] = [];
    for (let miss = 0; miss < maxMisses + 3; miss++)
      all.push(await guess(address, wrong, stranger));
    return all;
  };
  const [real, made_up] = [await seen(email), await seen(nobody)];
  expect(made_up).toEqual(real);
  expect(real.slice(maxMisses)).toEqual(Array(3).fill("429 over_request_rate_limit"));
  expect(await guess(email, token, anywhere())).toBe("429 over_request_rate_limit");
  // The owner signs in from the network that requested the digits.
  expect((await ask("/verify", { type: "recovery", email, token }, owner)).status).toBe(200);
});

test("T19: a network that requests digits has ten guesses, however many codes it requests", async () => {
  const email = await account(anywhere());
  const stranger = anywhere();
  let judged = 0;
  for (let mail = 0; mail < 3; mail++) {
    await ask("/recover", { email }, stranger);
    const token = await latestCode(email);
    const wrong = String((Number(token) + 1) % 1_000_000).padStart(6, "0");
    for (let miss = 0; miss < maxMisses; miss++) {
      const { status } = await ask("/verify", { type: "recovery", email, token: wrong }, stranger);
      if (status === 403) judged++;
    }
  }
  expect(judged).toBe(maxMisses);
});

test("of twenty right passwords at once for one account none counts as a guess", async () => {
  const email = "serentak@guess.test";
  await signedInClient(backend(), email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      backend().client().auth.signInWithPassword({ email, password: "kertas-karbon-7" }),
    ),
  );
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(20).fill(undefined));
});
