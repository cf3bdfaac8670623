import { createClient, FunctionRegion, GoTrueAdminApi, GoTrueClient } from "@supabase/supabase-js";
import sharp from "sharp";
import * as v from "valibot";
import { expect, test } from "vitest";
import { defineFunction } from "#backend/functions/function-table.ts";
import { relaxedAuth, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* With the settings of the official end-to-end suites: no confirmation, short passwords, anonymous sign-ins. */

testDatabase();
const mirror = defineFunction({
  summary: "Tells what reached it",
  input: v.any(),
  needs: "anyone",
  mutating: false,
  methods: ["POST", "GET"],
  accepts: ["json", "text", "form", "bytes"],
  run: async (_caller, input) => ({ status: 200, body: { got: input ?? null } }),
});
const greet = defineFunction({
  summary: "Greets",
  input: v.any(),
  needs: "anyone",
  mutating: false,
  methods: ["POST", "GET"],
  run: async () => ({ status: 200, body: "Hello World", type: "text/plain" }),
});
const slow = defineFunction({
  summary: "Takes a while",
  input: v.any(),
  needs: "anyone",
  mutating: false,
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { status: 200, body: "Slow Response", type: "text/plain" };
  },
});
const backend = testBackend({
  functions: { mirror, greet, slow },
  auth: {
    ...relaxedAuth,
    autoconfirm: true,
    phoneAutoconfirm: true,
    anonymous: true,
    passwordMinLength: 6,
    passwordStrength: false,
  },
});

/** The auth client alone, which sends an API key and no Bearer token. */
function auth(flowType: "implicit" | "pkce" = "implicit"): GoTrueClient {
  const storage = new Map<string, string>();
  return new GoTrueClient({
    url: `${backend().url}/auth/v1`,
    headers: { apikey: backend().keys.publishable },
    autoRefreshToken: false,
    persistSession: true,
    flowType,
    storage: {
      getItem: (name) => storage.get(name) ?? null,
      setItem: (name, value) => void storage.set(name, value),
      removeItem: (name) => void storage.delete(name),
    },
  });
}
const admin = () =>
  new GoTrueAdminApi({
    url: `${backend().url}/auth/v1`,
    headers: {
      apikey: backend().keys.secret,
      Authorization: `Bearer ${backend().keys.secret}`,
    },
  });
let count = 0;
const address = () => `resmi${++count}@shop.test`;
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";

test("a password of six characters is enough, a shorter one is refused with the service's message", async () => {
  const { data, error } = await auth().signUp({ email: address(), password: "password123" });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
  const short = await auth().signUp({ email: address(), password: "123" });
  expect(short.error?.message).toContain("Password should be at least 6 characters");
  const odd = await auth().signUp({ email: "a", password: "123456" });
  expect(odd.error?.message).toContain("Unable to validate email address: invalid format");
});

test("an invalid redirect address does no harm", async () => {
  const email = address();
  const options = { emailRedirectTo: email, data: { info: "x" } };
  const { data, error } = await auth("pkce").signUp({ email, password: "password123", options });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ info: "x" });
  const again = await auth().resend({ type: "signup", email: address(), options });
  expect(again.error).toBeNull();
});

test("without confirmation a taken address is reported; failed sign-ins are indistinguishable", async () => {
  const email = address();
  await auth().signUp({ email, password: "password123" });
  const second = await auth().signUp({ email, password: "password123" });
  expect(second.error?.message).toMatch(/^User already registered/);
  expect(second.data).toMatchObject({ user: null, session: null });
  for (const wrong of [
    { email, password: "password124" },
    { email: address(), password: "password123" },
    { phone: "+34123", password: "password123" },
  ]) {
    const { data, error } = await auth().signInWithPassword(wrong);
    expect(error).not.toBeNull();
    expect(data).toMatchObject({ user: null, session: null });
  }
});

test("a session has the fields that clients read, by address and by number", async () => {
  const phone = `62812${Date.now() % 1e8}`;
  for (const [credentials, provider] of [
    [{ email: address(), password: "password123" }, "email"],
    [{ phone, password: "password123" }, "phone"],
  ] as const) {
    await auth().signUp(credentials);
    const { data, error } = await auth().signInWithPassword(credentials);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "bearer",
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
    });
    expect(data.user).toMatchObject({
      id: expect.any(String),
      email: expect.any(String),
      phone: expect.any(String),
      aud: "authenticated",
      [`${provider}_confirmed_at`]: expect.any(String),
      last_sign_in_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      app_metadata: { provider },
    });
  }
});

test("invalid tokens are refused with messages that clients look for", async () => {
  const client = auth();
  const { data } = await client.signUp({ email: address(), password: "password123" });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const old = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ exp: 1748107074, sub: "x" })}.c2lnbmF0dXJl`;
  const refused = await client.setSession({ access_token: old, refresh_token: "not-a-token" });
  expect(refused.error?.message).toMatch(/Invalid Refresh Token|Refresh token is not valid/);
  const forged = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({
    exp: Math.floor(Date.now() / 1000) + 3600,
    sub: "1234567890",
    role: "authenticated",
  })}.c2lnbmF0dXJl`;
  const claims = await client.getClaims(forged);
  expect(claims.error?.message).toContain("unable to parse or verify signature");
  const out = await admin().signOut("this-is-a-bad-token");
  expect(out.error?.message).toMatch(/^invalid JWT/);
  expect((await client.getClaims(data.session?.access_token)).data?.claims.email).toBe(
    data.user?.email,
  );
});

test("codes for unknown and invalid numbers", async () => {
  const phone = `62813${Date.now() % 1e8}`;
  for (const type of ["sms", "phone_change"] as const) {
    const { error } = await auth().verifyOtp({ phone, token: "123456", type });
    expect(error).toMatchObject({ status: 403, message: "Token has expired or is invalid" });
  }
  const odd = await auth().verifyOtp({ phone: `${phone}-invalid`, token: "1", type: "sms" });
  expect(odd.error?.message).toBe("Invalid phone number format (E.164 required)");
  const unknown = await auth("pkce").signInWithOtp({
    email: address(),
    options: { shouldCreateUser: false, captchaToken: "some_token", emailRedirectTo: address() },
  });
  expect(unknown.error).not.toBeNull();
});

test("second factors: a session is needed, a wrong code is reported, removing works", async () => {
  const client = auth();
  for (const attempt of [
    client.mfa.enroll({ factorType: "totp" }),
    client.mfa.challenge({ factorId: nobody }),
    client.mfa.unenroll({ factorId: nobody }),
  ]) {
    expect((await attempt).error?.message).toContain("Bearer token");
  }
  const { data: signedUp } = await client.signUp({ email: address(), password: "password123" });
  const { data, error } = await client.mfa.enroll({ factorType: "totp" });
  expect(error).toBeNull();
  const factorId = data?.id ?? "";
  const wrong = await client.mfa.challengeAndVerify({ factorId, code: "000000" });
  expect(wrong.error?.message).toContain("Invalid TOTP code");
  const userId = signedUp.user?.id ?? "";
  expect((await admin().mfa.listFactors({ userId })).data?.factors).toHaveLength(1);
  const removed = await admin().mfa.deleteFactor({ userId, id: factorId });
  expect(JSON.stringify(removed.data)).toContain(factorId);
  expect((await admin().mfa.listFactors({ userId })).data?.factors).toHaveLength(0);
  const next = await client.mfa.enroll({ factorType: "totp" });
  expect((await client.mfa.unenroll({ factorId: next.data?.id ?? "" })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});

test("accounts that the secret key makes have exactly the data that it gave", async () => {
  const user_metadata = { profile_image: "https://avatars.test/a.png" };
  const made = await admin().createUser({
    email: address(),
    password: "password123",
    user_metadata,
  });
  expect(made.data.user?.user_metadata).toEqual(user_metadata);
  expect(made.data.user?.email_confirmed_at ?? null).toBeNull();
  expect(made.data.user?.app_metadata).toMatchObject({ provider: "email", providers: ["email"] });
  const id = made.data.user?.id ?? "";
  const plain = await admin().createUser({ email: address() });
  const changed = await admin().updateUserById(plain.data.user?.id ?? "", {
    user_metadata: { favorite_color: "yellow" },
    app_metadata: { roles: ["admin"] },
  });
  expect(changed.data.user?.user_metadata).toEqual({ favorite_color: "yellow" });
  expect(changed.data.user?.app_metadata).toMatchObject({ roles: ["admin"], provider: "email" });
  const confirmed = await admin().updateUserById(id, { email_confirm: true });
  expect(confirmed.data.user?.email_confirmed_at).toBeTruthy();
  const listed = await admin().listUsers();
  expect(listed.data).toHaveProperty("aud");
  expect(listed.data.users.map((user) => user.id)).toContain(id);
  for (const failed of [
    await admin().createUser({ email: "xx:;x@x.x", password: "password123" }),
    await admin().inviteUserByEmail("xx:;x@x.x"),
    await admin().generateLink({ type: "signup", email: "xx:;x@x.x", password: "password123" }),
  ]) {
    expect(failed.error?.message).toMatch("Unable to validate email address: invalid format");
    expect(failed.data.user).toBeNull();
  }
  expect((await admin().listUsers({ page: -1, perPage: 10 })).error).not.toBeNull();
  expect((await admin().getUserById(nobody)).error).not.toBeNull();
  expect((await admin().updateUserById(nobody, { email: address() })).error).not.toBeNull();
  expect((await admin().deleteUser(nobody)).error).not.toBeNull();
  expect((await admin().mfa.listFactors({ userId: nobody })).error).not.toBeNull();
  expect((await admin().mfa.deleteFactor({ userId: nobody, id: nobody })).error).not.toBeNull();
});

test("links that the secret key makes name their redirect and store the given data", async () => {
  const redirectTo = "http://localhost:9999/welcome";
  const signup = await admin().generateLink({
    type: "signup",
    email: address(),
    password: "password123",
    options: { data: { status: "alpha" }, redirectTo },
  });
  expect(signup.error).toBeNull();
  expect(signup.data.user?.user_metadata).toEqual({ status: "alpha" });
  expect(signup.data.properties?.action_link).toMatch(/\?token.*type=signup/);
  expect(signup.data.properties?.action_link).toMatch(/redirect_to=/);
  const email = address();
  const newEmail = address();
  await admin().createUser({ email });
  const change = await admin().generateLink({ type: "email_change_current", email, newEmail });
  expect(change.data.user?.new_email).toBe(newEmail);
  expect(change.data.properties).toMatchObject({
    verification_type: "email_change_current",
    email_otp: expect.any(String),
    hashed_token: expect.any(String),
    redirect_to: expect.any(String),
  });
  const invited = await admin().inviteUserByEmail(address(), { data: { status: "alpha" } });
  expect(invited.data.user?.invited_at).toBeTruthy();
});

test("a deleted person signs out without an error", async () => {
  const client = auth();
  const { data } = await client.signUp({ email: address(), password: "password123" });
  await admin().deleteUser(data.user?.id ?? "");
  expect((await client.signOut()).error).toBeNull();
  expect((await client.getUser()).data.user).toBeNull();
});

test("functions accept keys and tokens as Bearer only, and refuse wrong ones", async () => {
  const { url, keys } = backend();
  const invoke = (bearer: string, init: RequestInit = {}) =>
    fetch(`${url}/functions/v1/greet`, {
      method: "POST",
      ...init,
      headers: { Authorization: `Bearer ${bearer}` },
    });
  expect(await (await invoke(keys.publishable)).text()).toBe("Hello World");
  expect(await (await invoke(keys.publishable, { method: "GET" })).text()).toBe("Hello World");
  expect((await invoke("eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiYW5vbiJ9.eHh4")).status).toBe(401);
  const client = backend().client();
  client.functions.setAuth("eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiYW5vbiJ9.eHh4");
  const wrong = await client.functions.invoke("greet");
  expect(wrong.error).not.toBeNull();
  expect(wrong.data).toBeNull();
  expect(wrong.response?.status).toBe(401);
  client.functions.setAuth(keys.publishable);
  expect((await client.functions.invoke("greet")).data).toBe("Hello World");
});

test("functions get the whole request: headers, regions, queries, forms, bytes", async () => {
  const { functions } = backend().client();
  const form = new FormData();
  form.append("a", "1");
  expect((await functions.invoke("mirror", { body: form })).data).toEqual({ got: { a: "1" } });
  const json = { one: "x", num: 11, flag: false };
  expect((await functions.invoke("mirror", { body: json })).data).toEqual({ got: json });
  const written = { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
  expect((await functions.invoke("mirror", written)).data).toEqual({ got: json });
  const region = { region: FunctionRegion.ApNortheast1, body: json };
  expect((await functions.invoke("mirror", region)).data).toEqual({ got: json });
  const query = await functions.invoke("mirror?num=11&flag=false");
  expect(query.error).toBeNull();
  expect(query.data).toEqual({ got: { num: "11", flag: "false" } });
  const broken = { body: "no json", headers: { "content-type": "application/json" } };
  expect((await functions.invoke("mirror", broken)).error).not.toBeNull();
  expect((await functions.invoke("missing", { body: {} })).error).toMatchObject({
    name: "FunctionsHttpError",
  });
});

test("a client's own timeout is reported", async () => {
  const { functions } = backend().client();
  expect((await functions.invoke("slow", { timeout: 5000 })).data).toBe("Slow Response");
  const impatient = await functions.invoke("slow", { timeout: 50 });
  expect(impatient.error).toMatchObject({ name: "FunctionsFetchError" });
  const controller = new AbortController();
  const aborted = functions.invoke("slow", { timeout: 5000, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  expect((await aborted).error).toMatchObject({ name: "FunctionsFetchError" });
});

test("files: the requests and answers of the official storage suite", async () => {
  const { url, keys } = backend();
  const { storage } = createClient(url, keys.secret);
  await storage.createBucket("resmi", { public: true });
  await storage.createBucket("png-only", { public: true, allowedMimeTypes: ["image/png"] });
  await storage.createBucket("kecil", { public: true, fileSizeLimit: "1kb" });
  const jpeg = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#a40" },
  })
    .jpeg()
    .toBuffer();
  const files = storage.from("resmi");
  // The client sends a buffer without a type as text, whatever its bytes are.
  expect((await files.upload("uji/a.jpg", jpeg)).data?.path).toBe("uji/a.jpg");
  expect((await files.download("uji/a.jpg")).data?.type).toBe("text/plain;charset=utf-8");
  const stream = await files.download("uji/a.jpg").asStream();
  expect(stream.data).toBeInstanceOf(ReadableStream);
  const form = new FormData();
  form.append("", new Blob([new Uint8Array(jpeg)]), "file.txt");
  expect((await files.upload("uji/b.jpg", form)).data?.path).toBe("uji/b.jpg");
  const lie = await storage.from("png-only").upload("a", jpeg, { contentType: "image/png" });
  expect(lie.error).toBeNull();
  const wrong = await storage.from("png-only").upload("b", jpeg, { contentType: "image/jpeg" });
  expect(wrong.error).toMatchObject({
    message: "mime type image/jpeg is not supported",
    statusCode: "415",
  });
  const large = await storage.from("kecil").upload("a", Buffer.alloc(1025));
  expect(large.error).toMatchObject({
    message: "The object exceeded the maximum allowed size",
    statusCode: "413",
  });
  const none = await storage.from("tidak-ada").upload("a", jpeg);
  expect(none.error?.message).toBe("Bucket not found");
  await expect(storage.from("tidak-ada").throwOnError().upload("a", jpeg)).rejects.toThrow(
    "Bucket not found",
  );
  await expect(files.throwOnError().createSignedUrl("tidak-ada", 60)).rejects.toThrow();
  await expect(files.throwOnError().exists("tidak-ada")).rejects.toThrow();
});

test("files: lists of the second version, moves and transformed pictures", async () => {
  const { storage } = createClient(backend().url, backend().keys.secret);
  await storage.createBucket("daftar", { public: true });
  const files = storage.from("daftar");
  const suffixes = ["zz", "bb", "xx", "ww", "cc", "aa"];
  for (const suffix of suffixes) await files.upload(`uji/f${suffix}`, "x");
  expect((await files.listV2({ prefix: "uji" })).data).toMatchObject({
    hasNext: false,
    folders: [],
    objects: expect.arrayContaining([expect.objectContaining({ name: "uji/fzz" })]),
  });
  expect((await files.listV2({ with_delimiter: true })).data).toMatchObject({
    hasNext: false,
    folders: [expect.objectContaining({ key: "uji", name: "uji/" })],
    objects: [],
  });
  for (const [sortBy, expected] of [
    [undefined, [...suffixes].sort()],
    [{ column: "name", order: "desc" }, [...suffixes].sort().reverse()],
    [{ column: "created_at", order: "asc" }, suffixes],
    [{ column: "created_at", order: "desc" }, [...suffixes].reverse()],
  ] as const) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await files.listV2({
        prefix: "uji/",
        with_delimiter: true,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
        ...(sortBy === undefined ? {} : { sortBy }),
      });
      expect(data?.objects).toHaveLength(2);
      names.push(...(data?.objects ?? []).map(({ name }) => name));
      cursor = data?.hasNext ? data.nextCursor : undefined;
    } while (cursor !== undefined);
    expect(names).toEqual(expected.map((suffix) => `uji/f${suffix}`));
  }
  await expect(storage.from("daftar").throwOnError().move("tidak-ada", "")).rejects.toThrow();
  const picture = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#a40" },
  })
    .jpeg()
    .toBuffer();
  await files.upload("uji/gambar.jpg", picture);
  const transform = { width: 200, height: 200, quality: 60 };
  const signed = await files.createSignedUrl("uji/gambar.jpg", 60_000, { transform });
  const answer = await fetch(signed.data?.signedUrl ?? "");
  expect(answer.headers.get("x-transformations")).toBe(
    "height:200,width:200,resizing_type:fill,quality:60",
  );
  expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(0);
  const small = await files.download("uji/gambar.jpg", { transform: { width: 200, height: 200 } });
  expect(small.data?.type).toBe("image/jpeg");
  expect((await files.info("uji/gambar.jpg")).data).toMatchObject({
    id: expect.any(String),
    version: expect.any(String),
    size: picture.length,
    etag: expect.any(String),
    cacheControl: expect.any(String),
    contentType: expect.any(String),
    lastModified: expect.any(String),
    createdAt: expect.any(String),
    metadata: {},
  });
  expect((await storage.emptyBucket("daftar")).data?.message).toMatch(/queued/);
});

test("files: a request without a key is refused because of the missing header", async () => {
  const answer = await fetch(`${backend().url}/storage/v1/bucket`);
  expect(await answer.json()).toMatchObject({
    message: "headers must have required property 'authorization'",
  });
});
