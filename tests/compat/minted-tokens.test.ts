import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Tokens and keys that a merchant makes with a signing key of the service, as the official suites do. */

const database = testDatabase();
let ready: Promise<void> | undefined;
const backend = testBackend({}, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    allowPublicChannels: true,
  });
  ready = realtime.ready;
  return realtime.close;
});

beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create table public.wallets (id text primary key);
    alter table public.wallets enable row level security;
    grant select on public.wallets to authenticated;
    create policy "own" on public.wallets for select to authenticated
      using (id = (select auth.jwt() ->> 'sub'));
    insert into public.wallets values ('wallet_1'), ('wallet_2');
    create policy "own wallet" on realtime.messages for select to authenticated
      using (realtime.topic() = 'wallet:' || (select auth.jwt() ->> 'sub'));`);
  await owner.end();
  await ready;
});

const open: SupabaseClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.realtime.disconnect();
});

/** Signed with the service's own key. */
function mint(claims: Record<string, unknown>, seconds = 3600): Promise<string> {
  const { signing } = backend().keys;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signing.algorithm, typ: "JWT", kid: signing.kid })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(signing.privateKey);
}

function holder(token: string): SupabaseClient {
  const client = createClient(backend().url, backend().keys.publishable, {
    accessToken: async () => token,
  });
  open.push(client);
  return client;
}

async function joined(client: SupabaseClient, topic: string, isPrivate: boolean): Promise<string> {
  await client.realtime.setAuth();
  return new Promise((resolve) => {
    client
      .channel(topic, { config: { private: isPrivate } })
      .subscribe((status, error) => resolve(error?.message ?? status));
  });
}

test("policies apply to the merchant's own token with its role and subject", async () => {
  const client = holder(await mint({ role: "authenticated", sub: "wallet_1" }));
  expect((await client.from("wallets").select()).data).toEqual([{ id: "wallet_1" }]);
  expect(await joined(client, "wallet:wallet_1", true)).toBe("SUBSCRIBED");
  expect(await joined(client, "wallet:wallet_2", true)).toContain("permissions to read");
});

test("policies of a private channel apply to a role of the merchant's own", async () => {
  const name = `picker_${randomBytes(4).toString("hex")}`;
  const owner = openPostgres(database.url(), { max: 1 });
  onTestFinished(async () => {
    await owner.unsafe(`drop owned by ${name}; drop role ${name}`);
    await owner.end();
  });
  await owner.unsafe(`create role ${name} nologin; grant ${name} to current_user`);
  const token = await mint({ role: name, sub: "wallet_1" });
  const join = () => joined(holder(token), "wallet:wallet_1", true);
  expect(await join()).toContain("permissions to read");
  await owner.unsafe(`grant authenticated to ${name}`);
  expect(await join()).toBe("SUBSCRIBED");
});

test("a visitor's token minted by the merchant joins, and is passed on unchanged", async () => {
  const token = await mint({ role: "anon", sub: "1234567890", iss: "somebody" });
  const client = holder(token);
  expect(await joined(client, "lobi", false)).toBe("SUBSCRIBED");
  expect(client.realtime.accessTokenValue).toBe(token);
});

test("keys may be tokens that the service's own key has signed", async () => {
  const anon = await mint({ role: "anon", iss: "somebody" });
  const secret = await mint({ role: "service_role", iss: "somebody" });
  const visitor = createClient(backend().url, anon);
  expect((await visitor.storage.listBuckets()).data).toEqual([]);
  expect((await visitor.auth.admin.listUsers()).error).toMatchObject({ status: 403 });
  const shop = createClient(backend().url, secret);
  expect((await shop.auth.admin.listUsers()).error).toBeNull();
  expect((await shop.storage.listBuckets()).error).toBeNull();
});

test("T26: a token without the right signature, time or role is refused", async () => {
  const [head = "", body = ""] = (await mint({ role: "service_role" })).split(".");
  const forged = `${head}.${body}.${createHmac("sha256", "x").update("x").digest("base64url")}`;
  const tokens = {
    forged,
    unsigned: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`,
    old: await mint({ role: "service_role" }, -60),
    "owner's role": await mint({ role: "postgres", sub: "x" }),
    "a role that is not a string": await mint({ role: ["authenticated"], sub: "x" }),
    "another service's session": await mint({
      role: "authenticated",
      sub: randomUUID(),
      session_id: randomUUID(),
      iss: "https://evil.test/auth/v1",
      aud: "authenticated",
    }),
  };
  for (const [name, token] of Object.entries(tokens)) {
    expect((await holder(token).from("wallets").select()).status, name).toBe(401);
    expect((await holder(token).storage.listBuckets()).error, name).not.toBeNull();
    expect((await createClient(backend().url, token).from("wallets").select()).status, name).toBe(
      401,
    );
    expect(await joined(holder(token), "lobi", false), name).toContain("InvalidJWTToken");
  }
});

test("a token without a session cannot be used to sign in", async () => {
  await asSeed()`insert into auth.users (id, email) values ('7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11', 'a@shop.test')`;
  const token = await mint({
    role: "authenticated",
    sub: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11",
    aud: "authenticated",
    iss: `${backend().url}/auth/v1`,
  });
  const answer = await fetch(`${backend().url}/auth/v1/user`, {
    headers: { apikey: backend().keys.publishable, Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(403);
});
