import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * T23: secrets that change an account or write a file, in fifty concurrent requests. The others are in races.test.ts.
 */

testDatabase();
const backend = testBackend({ auth: { ...relaxedAuth, maxMisses: 1000 } });
const password = "kertas-karbon-7";

async function fifty(send: (n: number) => Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(n)));
  expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
  return answers.filter(({ status }) => status < 400);
}
const verify = (body: object) => () => backend().post("/auth/v1/verify", body);
const emailOf = async (id: string) =>
  (await asSeed()<{ email: string }[]>`select email from auth.users where id = ${id}`)[0]?.email;

async function changing(name: string) {
  const client = await signedInClient(backend(), `${name}@shop.test`, password);
  const { data } = await client.auth.updateUser({ email: `${name}@baru.test` });
  const old = await backend().mailTo(`${name}@shop.test`);
  const fresh = await backend().mailTo(`${name}@baru.test`);
  return { client, id: data.user?.id ?? "", old, fresh };
}

test("one side's link of an address change, opened fifty times, confirms only that side", async () => {
  const { id, old, fresh } = await changing("separuh");
  for (const { link } of [fresh, old]) {
    expect(await emailOf(id)).toBe("separuh@shop.test");
    const token_hash = new URL(link).searchParams.get("token");
    const good = await fifty(verify({ type: "email_change", token_hash }));
    expect(good).toHaveLength(1);
  }
  expect(await emailOf(id)).toBe("separuh@baru.test");
});

test("concurrent links of both sides change the address once", async () => {
  const { id, old, fresh } = await changing("bersama");
  const answers = await Promise.all([
    fifty(verify({ type: "email_change", email: "bersama@shop.test", token: old.code })),
    fifty(verify({ type: "email_change", email: "bersama@baru.test", token: fresh.code })),
  ]);
  expect(answers.map((good) => good.length)).toEqual([1, 1]);
  expect(await emailOf(id)).toBe("bersama@baru.test");
});

test("the digits that add a number", async () => {
  const client = await signedInClient(backend(), "nomor@shop.test", password);
  const phone = "+6281277700055";
  await client.auth.updateUser({ phone });
  const [sms] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where kind = 'sms' and recipient = ${phone}`;
  const token = /^\d+/.exec(sms?.text ?? "")?.[0];
  expect(await fifty(verify({ type: "phone_change", phone, token }))).toHaveLength(1);
  const providers = await asSeed()`select 1 from auth.identities where provider = 'phone'`;
  expect(providers).toHaveLength(1);
});

test("the digits of a proof that it is still the same person", async () => {
  const client = await signedInClient(backend(), "bukti@shop.test", password);
  await client.auth.reauthenticate();
  const { code: nonce } = await backend().mailTo("bukti@shop.test");
  const { data } = await client.auth.getSession();
  const bearer = { Authorization: `Bearer ${data.session?.access_token}` };
  const good = await fifty(() => backend().post("/auth/v1/reauthenticate", { nonce }, bearer));
  expect(good).toHaveLength(1);
});

test("the token of a signed upload writes one file", async () => {
  const shop = createClient(backend().url, backend().keys.secret);
  await shop.storage.createBucket("lomba");
  const { data } = await shop.storage.from("lomba").createSignedUploadUrl("sekali.txt");
  const good = await fifty((n) =>
    fetch(`${backend().url}/storage/v1/object/upload/sign/lomba/sekali.txt?token=${data?.token}`, {
      method: "PUT",
      headers: { "Content-Type": "text/plain" },
      body: `isi ${n}`,
    }),
  );
  expect(good).toHaveLength(1);
  const stored = await shop.storage.from("lomba").download("sekali.txt");
  expect(await stored.data?.text()).toMatch(/^isi \d+$/);
});

test("a link that the secret key made for a person", async () => {
  const email = "tautan@shop.test";
  await signedInClient(backend(), email, password);
  const shop = createClient(backend().url, backend().keys.secret);
  const { data } = await shop.auth.admin.generateLink({ type: "magiclink", email });
  const token_hash = data.properties?.hashed_token;
  expect(await fifty(verify({ type: "magiclink", token_hash }))).toHaveLength(1);
});
