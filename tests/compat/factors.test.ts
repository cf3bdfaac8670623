import { expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { authenticatorCode } from "#tests/support/browser/authenticator.ts";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend({ auth: { ...relaxedAuth, smsPerDay: 10 } });
const password = "kertas-karbon-7";

async function withFactor(email: string) {
  const client = await signedInClient(backend(), email);
  const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ponsel" });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  return { client, id, secret: totp.secret, totp };
}

test("a second factor is enrolled, proven and raises the session", async () => {
  const { client, id, secret, totp } = await withFactor("ayu@shop.test");
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(totp.uri).toContain(`secret=${secret}`);
  const [stored] = await asSeed()`select secret from auth.mfa_factors where id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain(secret);
  const other = backend().client();
  await other.auth.signInWithPassword({ email: "ayu@shop.test", password });
  const before = (await client.auth.getSession()).data.session;

  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: id,
    code: authenticatorCode(secret),
  });
  expect(verified.error).toBeNull();
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  expect(
    level.data?.currentAuthenticationMethods.map((entry) => (entry as { method: string }).method),
  ).toEqual(["totp", "otp"]);
  expect((await client.auth.refreshSession()).error).toBeNull();
  const lifted = await backend()
    .client()
    .auth.refreshSession({ refresh_token: before?.refresh_token ?? "" });
  expect(lifted.error?.status).toBe(400);
  expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("without the factor a session may neither change the sign-in nor the factors", async () => {
  const { client, id, secret } = await withFactor("budi@shop.test");
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: authenticatorCode(secret) });
  const weak = backend().client();
  await weak.auth.signInWithPassword({ email: "budi@shop.test", password });
  const level = await weak.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  expect((await weak.auth.updateUser({ password: "nota-baru-88" })).error).toMatchObject({
    status: 401,
    code: "insufficient_aal",
  });
  expect((await weak.auth.updateUser({ data: { name: "Budi" } })).error).toBeNull();
  expect(
    (await weak.auth.mfa.enroll({ factorType: "totp", friendlyName: "Dua" })).error,
  ).toMatchObject({
    status: 403,
    code: "insufficient_aal",
  });
  expect((await weak.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
    status: 422,
    code: "insufficient_aal",
  });
  expect((await client.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
  const notices = await asSeed()`
    select subject from private.outbox where recipient = 'budi@shop.test' order by created_at desc limit 2`;
  expect(notices.map(({ subject }) => subject)).toEqual([
    "Satu langkah kedua dihapus",
    "Verifikasi 2 langkah dinyalakan",
  ]);
  await client.auth.refreshSession();
  const after = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(after.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
});

test("a code and a challenge count once, and guessing is limited", async () => {
  const { client, id, secret } = await withFactor("cici@shop.test");
  const challenge = async () => (await client.auth.mfa.challenge({ factorId: id })).data?.id ?? "";
  const code = authenticatorCode(secret);
  const first = await challenge();
  expect(
    (await client.auth.mfa.verify({ factorId: id, challengeId: first, code })).error,
  ).toBeNull();
  const second = await client.auth.mfa.verify({
    factorId: id,
    challengeId: await challenge(),
    code,
  });
  expect(second.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  const reused = await client.auth.mfa.verify({
    factorId: id,
    challengeId: first,
    code: authenticatorCode(secret, 1),
  });
  expect(reused.error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
  await asSeed()`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where verified_at is null`;
  const [old] =
    await asSeed()`select id from auth.mfa_challenges where verified_at is null limit 1`;
  const late = await client.auth.mfa.verify({
    factorId: id,
    challengeId: old?.id,
    code: authenticatorCode(secret, 1),
  });
  expect(late.error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });

  const token = (await client.auth.getSession()).data.session?.access_token;
  const open = await challenge();
  const guess = () =>
    backend().post(
      `/auth/v1/factors/${id}/verify`,
      { challenge_id: open, code: "abcdef" },
      { Authorization: `Bearer ${token}` },
    );
  const answers = await Promise.all(Array.from({ length: 20 }, guess));
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(9);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(11);
  const right = await client.auth.mfa.verify({
    factorId: id,
    challengeId: open,
    code: authenticatorCode(secret, 1),
  });
  expect(right.error).toMatchObject({ status: 429 });
});

test("names, kinds and other people's factors are checked", async () => {
  const { client, id } = await withFactor("dodi@shop.test");
  expect(
    (await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Ponsel" })).error,
  ).toMatchObject({
    status: 422,
    code: "mfa_factor_name_conflict",
  });
  expect(
    (await client.auth.mfa.enroll({ factorType: "phone", phone: "+628", friendlyName: "x" })).error,
  ).toMatchObject({
    status: 400,
    code: "validation_failed",
  });
  const stranger = await signedInClient(backend(), "eka@shop.test");
  expect((await stranger.auth.mfa.challenge({ factorId: id })).error).toMatchObject({
    status: 404,
  });
  expect((await stranger.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({ status: 404 });
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.all).toMatchObject([{ id, status: "unverified", factor_type: "totp" }]);
});

test("an enrolment from before the first factor ends with its verification", async () => {
  const { client, id, secret } = await withFactor("gita@shop.test");
  const other = backend().client();
  await other.auth.signInWithPassword({ email: "gita@shop.test", password });
  const phone = await other.auth.mfa.enroll({
    factorType: "phone",
    phone: "+6281234567890",
    friendlyName: "Nomor lain",
  });
  if (phone.error) throw phone.error;
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: authenticatorCode(secret) });
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.all).toMatchObject([{ id, status: "verified" }]);
  await other.auth.signInWithPassword({ email: "gita@shop.test", password });
  expect((await other.auth.mfa.challenge({ factorId: phone.data.id })).error).toMatchObject({
    code: "mfa_factor_not_found",
  });
});

test("a session without the second factor cannot verify another one", async () => {
  const { client, id, secret } = await withFactor("hani@shop.test");
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: authenticatorCode(secret) });
  const begun = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Dua" });
  if (begun.error) throw begun.error;
  const factorId = begun.data.id;
  const open = (await client.auth.mfa.challenge({ factorId })).data?.id ?? "";
  const weak = backend().client();
  await weak.auth.signInWithPassword({ email: "hani@shop.test", password });
  const refusal = { status: 403, code: "insufficient_aal" };
  expect((await weak.auth.mfa.challenge({ factorId })).error).toMatchObject(refusal);
  const code = authenticatorCode(begun.data.totp.secret);
  const verified = await weak.auth.mfa.verify({ factorId, challengeId: open, code });
  expect(verified.error).toMatchObject(refusal);
  const [stored] = await asSeed()`select status from auth.mfa_factors where id = ${factorId}`;
  expect(stored).toEqual({ status: "unverified" });
  expect((await client.auth.mfa.verify({ factorId, challengeId: open, code })).error).toBeNull();
});

test("removing a second factor needs a fresh proof", async () => {
  const { client, id, secret } = await withFactor("indah@shop.test");
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: authenticatorCode(secret) });
  await asSeed()`update auth.sessions set reauthenticated_at = now() - interval '11 minutes'`;
  const begun = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Dua" });
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
  });
  const [stored] = await asSeed()`select status from auth.mfa_factors where id = ${id}`;
  expect(stored).toEqual({ status: "verified" });
  // An enrolment that was never verified protects nothing.
  expect((await client.auth.mfa.unenroll({ factorId: begun.data?.id ?? "" })).error).toBeNull();
  const token = (await client.auth.getSession()).data.session?.access_token;
  const proof = await backend().post(
    "/auth/v1/reauthenticate",
    { password },
    { Authorization: `Bearer ${token}` },
  );
  expect(proof.status).toBe(200);
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull();
});

test("policies can ask for the second factor", async () => {
  const { client, id, secret } = await withFactor("fitri@shop.test");
  const user = (await client.auth.getUser()).data.user?.id ?? "";
  const allowed = async (aal: string) => {
    const caller = { dbRole: "authenticated", claims: { sub: user, aal } } as const;
    const [row] = await asCaller(
      caller,
      (sql) => sql`select private.has_required_aal() as allowed`,
    );
    return row?.allowed;
  };
  expect(await allowed("aal1")).toBe(true);
  await client.auth.mfa.challengeAndVerify({ factorId: id, code: authenticatorCode(secret) });
  expect(await allowed("aal1")).toBe(false);
  expect(await allowed("aal2")).toBe(true);
});

test("T21: an old session can enrol a second factor only after a reauthentication", async () => {
  const client = await signedInClient(backend(), "jaya@shop.test");
  await asSeed()`
    update auth.sessions set created_at = now() - interval '11 minutes', reauthenticated_at = null`;
  const refusal = { status: 400, code: "reauthentication_needed" };
  const enrol = (friendlyName: string) =>
    client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  expect((await enrol("Ponsel")).error).toMatchObject(refusal);
  const phone = { factorType: "phone", phone: "+6281255500099", friendlyName: "HP" } as const;
  expect((await client.auth.mfa.enroll(phone)).error).toMatchObject(refusal);
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([]);

  const token = (await client.auth.getSession()).data.session?.access_token;
  const headers = { Authorization: `Bearer ${token}` };
  expect((await backend().post("/auth/v1/reauthenticate", { password }, headers)).status).toBe(200);
  const enrolled = await enrol("Ponsel");
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const code = authenticatorCode(totp.secret);
  expect((await client.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
  // The rule also applies to a further factor of a session that used one.
  await asSeed()`
    update auth.sessions set created_at = now() - interval '11 minutes', reauthenticated_at = null`;
  expect((await enrol("Dua")).error).toMatchObject(refusal);
});

test("the text messages of one account are limited by day across the numbers of its factors", async () => {
  const client = await signedInClient(backend(), "kiki@shop.test");
  await asSeed()`delete from private.rate_limits`;
  const problems: (string | undefined)[] = [];
  for (let n = 10; n < 22; n++) {
    const phone = `+62812555000${n}`;
    const begun = await client.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: phone });
    if (begun.error) throw begun.error;
    const factorId = begun.data.id;
    problems.push((await client.auth.mfa.challenge({ factorId })).error?.code);
    await client.auth.mfa.unenroll({ factorId });
  }
  const refused = "over_sms_send_rate_limit";
  expect(problems).toEqual([...Array(10).fill(undefined), refused, refused]);
  const [sent] = await asSeed()`
    select count(*)::int as messages from private.outbox where recipient like '+6281255500_%'`;
  expect(sent).toEqual({ messages: 10 });
});
