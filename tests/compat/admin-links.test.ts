import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Invitations, links without mails, and other people's factors: operations of the secret key only. */

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";
const admin = () =>
  createClient(backend().url, backend().keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth.admin;

const mails = async (address: string) =>
  (await asSeed()`select 1 from private.outbox where recipient = ${address}`).length;

test("an invited person accepts with the link and chooses a password", async () => {
  const email = "undangan@shop.test";
  const invited = await admin().inviteUserByEmail(email, {
    data: { name: "Gita" },
    redirectTo: `${backend().url}/SetDetails`,
  });
  expect(invited.error).toBeNull();
  expect(invited.data.user).toMatchObject({ email, user_metadata: { name: "Gita" } });
  expect(invited.data.user?.invited_at).toBeTruthy();
  const mail = await backend().mailTo(email);
  expect(mail.subject).toBe("Undangan bergabung");
  const opened = await fetch(mail.link, { redirect: "manual" });
  const page = new URL(opened.headers.get("location") ?? "");
  expect(page.pathname).toBe("/SetDetails");
  const values = new URLSearchParams(page.hash.slice(1));
  expect(values.get("type")).toBe("invite");
  const client = backend().client();
  await client.auth.setSession({
    access_token: values.get("access_token") ?? "",
    refresh_token: values.get("refresh_token") ?? "",
  });
  expect((await client.auth.updateUser({ password })).error).toBeNull();
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  const again = await admin().inviteUserByEmail(email);
  expect(again.error).toMatchObject({ status: 422, code: "email_exists" });
});

test("T20: the link of an invitation lives a day, its digits ten minutes", async () => {
  const email = "lama@shop.test";
  await admin().inviteUserByEmail(email);
  const { code, link } = await backend().mailTo(email);
  await asSeed()`
    update auth.one_time_tokens set created_at = created_at - interval '11 minutes'
    where relates_to = ${email}`;
  const typed = await backend().client().auth.verifyOtp({ email, token: code, type: "invite" });
  expect(typed.error).toMatchObject({ status: 403, code: "otp_expired" });
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.headers.get("location")).toContain("access_token");
});

test("T23: fifty entries of one invitation give one session", async () => {
  const email = "rebutan@shop.test";
  await admin().inviteUserByEmail(email);
  const { link } = await backend().mailTo(email);
  const token_hash = new URL(link).searchParams.get("token") ?? "";
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      backend().post("/auth/v1/verify", { type: "invite", token_hash }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(49);
});

test("an invitation drops the password of an earlier sign-up with the address", async () => {
  const email = "direbut@shop.test";
  await backend().client().auth.signUp({ email, password: "penyusup-kata-9" });
  await admin().inviteUserByEmail(email);
  const { link } = await backend().mailTo(email);
  await fetch(link, { redirect: "manual" });
  const tried = await backend()
    .client()
    .auth.signInWithPassword({ email, password: "penyusup-kata-9" });
  expect(tried.error).toMatchObject({ code: "invalid_credentials" });
});

test.each([
  ["signup", "daftar@shop.test"],
  ["invite", "ajakan@shop.test"],
  ["magiclink", "ajaib@shop.test"],
] as const)("a link for %s opens a new account, and no mail is sent", async (type, email) => {
  const params = type === "signup" ? { type, email, password } : { type, email };
  const made = await admin().generateLink({
    ...params,
    options: { redirectTo: `${backend().url}/dashboard` },
  } as never);
  expect(made.error).toBeNull();
  const { properties, user } = made.data;
  expect(user?.email).toBe(email);
  expect(properties).toMatchObject({
    verification_type: type,
    redirect_to: `${backend().url}/dashboard`,
  });
  expect(properties?.email_otp).toMatch(/^\d{6}$/);
  expect(properties?.action_link).toContain(`token=${properties?.hashed_token}`);
  expect(await mails(email)).toBe(0);
  const opened = await fetch(properties?.action_link ?? "", { redirect: "manual" });
  expect(opened.headers.get("location")).toContain("/dashboard#access_token=");
});

test("links for recovery and a change of address work like those in mails", async () => {
  const email = "sari@shop.test";
  await signedInClient(backend(), email, password);
  const recovery = await admin().generateLink({ type: "recovery", email });
  const token_hash = recovery.data.properties?.hashed_token ?? "";
  const opened = await backend().client().auth.verifyOtp({ type: "recovery", token_hash });
  expect(opened.data.user?.email).toBe(email);

  const newEmail = "sari@baru.test";
  for (const type of ["email_change_current", "email_change_new"] as const) {
    const made = await admin().generateLink({ type, email, newEmail });
    expect(made.error).toBeNull();
    await fetch(made.data.properties?.action_link ?? "", { redirect: "manual" });
  }
  const [user] = await asSeed()`select email from auth.users where email = ${newEmail}`;
  expect(user).toEqual({ email: newEmail });
  const lost = await admin().generateLink({ type: "recovery", email });
  expect(lost.error).toMatchObject({ status: 404, code: "user_not_found" });
});

test("an impossible link request is refused with its reason", async () => {
  const post = async (body: object, key = backend().keys.secret) => {
    const answer = await backend().post("/auth/v1/admin/generate_link", body, { apikey: key });
    return [answer.status, (await answer.json()).error_code];
  };
  expect(await post({ type: "x", email: "a@b.test" })).toEqual([400, "validation_failed"]);
  expect(await post({ type: "signup", email: "a@b.test" })).toEqual([400, "validation_failed"]);
  expect(await post({ type: "recovery", email: "a" })).toEqual([400, "validation_failed"]);
  expect(await post({ type: "recovery", email: "a@b.test" }, backend().keys.publishable)).toEqual([
    403,
    "not_admin",
  ]);
});

test("the shop lists, renames and removes a person's factors; their sessions return to aal1", async () => {
  const client = await signedInClient(backend(), "faktor@shop.test", password);
  const { data } = await client.auth.getUser();
  const userId = data.user?.id ?? "";
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ponsel" });
  const id = enrolled.data?.id ?? "";
  const listed = await admin().mfa.listFactors({ userId });
  expect(listed.data?.factors).toMatchObject([
    { id, friendly_name: "Ponsel", status: "unverified" },
  ]);
  const renamed = await fetch(`${backend().url}/auth/v1/admin/users/${userId}/factors/${id}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", apikey: backend().keys.secret },
    body: JSON.stringify({ friendly_name: "Ponsel lama" }),
  });
  expect(await renamed.json()).toMatchObject({ friendly_name: "Ponsel lama" });
  expect((await admin().mfa.deleteFactor({ userId, id })).error).toBeNull();
  expect((await admin().mfa.deleteFactor({ userId, id })).error).toMatchObject({ status: 404 });
  expect((await client.auth.getUser()).data.user?.factors).toBeUndefined();
});
