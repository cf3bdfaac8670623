import { hash } from "@node-rs/bcrypt";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";
const admin = () =>
  createClient(backend().url, backend().keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth.admin;

test("the secret key makes, changes, lists and deletes accounts", async () => {
  const made = await admin().createUser({
    email: "Ayu@shop.test",
    password,
    email_confirm: true,
    user_metadata: { name: "Ayu" },
    app_metadata: { plan: "x" },
  });
  expect(made.error).toBeNull();
  const id = made.data.user?.id ?? "";
  expect(made.data.user).toMatchObject({
    email: "ayu@shop.test",
    user_metadata: { name: "Ayu", email_verified: true },
    app_metadata: { plan: "x", provider: "email" },
  });
  // As upstream: an account that the shop creates has only the data that the shop gave.
  expect(Object.keys(made.data.user?.user_metadata ?? {})).toEqual(["name", "email_verified"]);
  const client = backend().client();
  expect(
    (await client.auth.signInWithPassword({ email: "ayu@shop.test", password })).error,
  ).toBeNull();
  const twice = await admin().createUser({ email: "ayu@shop.test", password });
  expect(twice.error).toMatchObject({ status: 422, code: "email_exists" });
  await admin().createUser({ email: "budi@shop.test", password });

  const list = await admin().listUsers({ page: 1, perPage: 1 });
  expect(list.data).toMatchObject({ total: 2, nextPage: 2, lastPage: 2 });
  expect((await admin().getUserById(id)).data.user?.email).toBe("ayu@shop.test");
  const taken = await admin().updateUserById(id, { email: "budi@shop.test" });
  expect(taken.error).toMatchObject({ status: 422, code: "email_exists" });
  const banned = await admin().updateUserById(id, { ban_duration: "24h" });
  expect(banned.data.user).toHaveProperty("banned_until");
  expect((await client.auth.getUser()).error).toMatchObject({ code: "user_banned" });
  // The longest time that upstream allows, which is more seconds than an integer holds.
  expect((await admin().updateUserById(id, { ban_duration: "2562047h" })).error).toBeNull();
  await admin().updateUserById(id, { ban_duration: "none", password: "nota-baru-88" });
  expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const again = await client.auth.signInWithPassword({
    email: "ayu@shop.test",
    password: "nota-baru-88",
  });
  expect(again.error).toBeNull();
  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await admin().getUserById(id)).error).toMatchObject({
    status: 404,
    code: "user_not_found",
  });
  expect((await client.auth.getUser()).error).toMatchObject({ code: "user_not_found" });
});

test("a softly deleted account frees its address", async () => {
  const { data } = await admin().createUser({
    email: "cici@shop.test",
    password,
    email_confirm: true,
  });
  expect((await admin().deleteUser(data.user?.id ?? "", true)).error).toBeNull();
  expect((await admin().createUser({ email: "cici@shop.test", password })).error).toBeNull();
});

test("every other caller is refused", async () => {
  const client = await signedInClient(backend(), "dodi@shop.test");
  const { data } = await client.auth.getSession();
  const headers = { apikey: backend().keys.publishable };
  for (const bearer of [undefined, backend().keys.publishable, data.session?.access_token]) {
    const answer = await fetch(`${backend().url}/auth/v1/admin/users`, {
      headers: { ...headers, ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}) },
    });
    expect(answer.status).toBe(403);
    expect((await answer.json()).error_code).toBe("not_admin");
  }
});

test("odd requests get a 4xx", async () => {
  const key = { apikey: backend().keys.secret };
  for (const body of [
    {},
    { email: "x" },
    { email: "a@b.test", ban_duration: "1 week" },
    { email: "a@b.test", ban_duration: "2562048h" },
    { email: "a@b.test", password: "x".repeat(80) },
  ]) {
    expect((await backend().post("/auth/v1/admin/users", body, key)).status).toBe(400);
  }
  const answer = await fetch(`${backend().url}/auth/v1/admin/users/x`, { headers: key });
  expect(answer.status).toBe(404);
});

test("accounts with a number, with an id and a password from elsewhere, and a number that is added later", async () => {
  const id = "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11";
  const made = await admin().createUser({
    id,
    phone: "+62 812 9999 0001",
    phone_confirm: true,
    // The hash of "kertas-karbon-7".
    password_hash: await hash("kertas-karbon-7", { cost: 4 }),
  });
  expect(made.error).toBeNull();
  expect(made.data.user).toMatchObject({
    id,
    phone: "6281299990001",
    app_metadata: { provider: "phone", providers: ["phone"] },
  });
  const client = backend().client();
  const signedIn = await client.auth.signInWithPassword({ phone: "6281299990001", password });
  expect(signedIn.error).toBeNull();
  const changed = await admin().updateUserById(id, {
    email: "nomor@shop.test",
    email_confirm: true,
    phone: "+6281299990002",
  });
  expect(changed.data.user).toMatchObject({
    email: "nomor@shop.test",
    phone: "6281299990002",
    app_metadata: { providers: ["phone", "email"] },
  });
  expect(changed.data.user?.email_confirmed_at).toBeTruthy();
  const taken = await admin().createUser({ phone: "6281299990002", password });
  expect(taken.error).toMatchObject({ status: 422, code: "phone_exists" });
  for (const bad of [
    { password },
    { id: "1", email: "x@shop.test" },
    { email: "x@shop.test", password_hash: "md5" },
  ]) {
    expect((await admin().createUser(bad)).error).toMatchObject({ status: 400 });
  }
});
