import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * T18: answers do not reveal whether an address or a number has an account; where the protocol demands it, a rate
 * limit slows them.
 */

testDatabase();
const lookups = 3;
const backend = testBackend({
  settings: { TRUSTED_PROXIES: "127.0.0.1/32,::1/128" },
  auth: { ...relaxedAuth, lookupLimit: { limit: lookups, windowSeconds: 3600 } },
});
const anybody = () => `${randomUUID().slice(0, 8)}@shop.test`;
let numbers = 628_170_000_000;
const anyNumber = () => String(++numbers);

/** Names and kinds of what an answer holds, not the values. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]));
}

const mailsTo = async (address: string) =>
  (await asSeed()`select 1 from private.outbox where recipient = ${address}`).length;

test("T18: a change to a taken address answers like a change to a free one", async () => {
  const taken = anybody();
  await signedInClient(backend(), taken);
  const ask = async (email: string) => {
    const own = anybody();
    const client = await signedInClient(backend(), own);
    const mailsBefore = await mailsTo(own);
    const { data, error } = await client.auth.updateUser({ email });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: own, new_email: email });
    // The confirmation goes to the present address in both cases.
    expect((await mailsTo(own)) - mailsBefore).toBe(1);
    const { code } = await backend().mailTo(own);
    const half = await backend().post("/auth/v1/verify", {
      type: "email_change",
      email: own,
      token: code,
    });
    return { user: shape(data.user), half: [half.status, await half.json()], own, client };
  };
  const known = await ask(taken);
  const free = await ask(anybody());
  expect(known.user).toEqual(free.user);
  expect(known.half).toEqual(free.half);
  const notice = async () => (await backend().mailTo(taken)) as { subject: string; link: string };
  // The owner's mail says that the address has an account; it contains no link to confirm.
  expect(await notice()).toMatchObject({ subject: "Alamat ini sudah punya akun", link: "" });
  // A second request and a resend have the same result.
  for (const { client, own } of [known, free]) {
    expect((await client.auth.resend({ type: "email_change", email: own })).error).toBeNull();
  }
  expect(await notice()).toMatchObject({ subject: "Alamat ini sudah punya akun", link: "" });
  expect((await known.client.auth.getUser()).data.user?.email).toBe(known.own);
});

test("T18: a change to a taken number answers like a change to a free one", async () => {
  const phone = anyNumber();
  await backend().client().auth.signInWithOtp({ phone });
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${`+${phone}`}`;
  const token = /\d{6}/.exec(sms?.text ?? "")?.[0] ?? "";
  await backend().client().auth.verifyOtp({ phone, token, type: "sms" });
  const before = await mailsTo(`+${phone}`);
  const ask = async (wished: string) => {
    const client = await signedInClient(backend(), anybody());
    const { data, error } = await client.auth.updateUser({ phone: wished });
    expect(error).toBeNull();
    expect(data.user?.new_phone).toBe(wished);
    const wrong = await client.auth.verifyOtp({
      phone: wished,
      token: "000000",
      type: "phone_change",
    });
    return { user: shape(data.user), wrong: wrong.error?.code };
  };
  expect(await ask(phone)).toEqual(await ask(anyNumber()));
  expect(await mailsTo(`+${phone}`)).toBe(before);
});

test("T18: a code request without sign-up reveals an unknown address a few times an hour at most", async () => {
  const known = anybody();
  await signedInClient(backend(), known);
  const ask = async (email: string, from: string) =>
    (
      await backend().post(
        "/auth/v1/otp",
        { email, create_user: false },
        { "X-Forwarded-For": from },
      )
    ).status;
  const harvester = "203.0.113.9";
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => ask(index % 2 ? known : anybody(), harvester)),
  );
  expect(answers.filter((status) => status !== 429)).toHaveLength(lookups);
  expect([await ask(known, harvester), await ask(anybody(), harvester)]).toEqual([429, 429]);
  expect(await ask(known, "203.0.113.10")).toBe(200);
});

test("T18: a ban is reported only after the right password", async () => {
  const email = anybody();
  await signedInClient(backend(), email);
  await asSeed()`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`;
  const signIn = async (password: string) =>
    (await backend().client().auth.signInWithPassword({ email, password })).error?.code;
  expect(await signIn("salah-salah-9")).toBe("invalid_credentials");
  expect(await signIn("kertas-karbon-7")).toBe("user_banned");
});
