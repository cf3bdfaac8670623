import { createHmac } from "node:crypto";
import { createClient, StorageApiError, type SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, expect, test } from "vitest";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* The error messages of specification section 8, line by line, through the official client. */

testDatabase();
const backend = testBackend();
const password = "kertas-karbon-7";
let client: SupabaseClient;
let token = "";
beforeAll(async () => {
  client = await signedInClient(backend(), "kata@shop.test", password);
  token = (await client.auth.getSession()).data.session?.access_token ?? "";
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);

test.each([
  ["Auth session missing!", () => backend().client().auth.getUser()],
  ["Auth session missing!", () => backend().client().auth.updateUser({ data: {} })],
  ["Auth session missing!", () => backend().client().auth.refreshSession()],
  ["Auth session or user missing", () => signInByLinkWithoutSession()],
  ["Invalid JWT structure", () => client.auth.getClaims("a.b")],
  ["JWT not in base64url format", () => client.auth.getClaims("a+.b/.c=")],
  ["JWT has expired", () => client.auth.getClaims(expired())],
  ["Invalid JWT signature", () => client.auth.getClaims(changed(token))],
] as [string, () => Promise<{ error: Error | null }>][])("%s", async (words, run) => {
  expect((await run()).error?.message).toContain(words);
});

function expired(): string {
  const [head = "", , signature = ""] = token.split(".");
  return `${head}.${encode({ exp: now() - 60, sub: "x" })}.${signature}`;
}

/** The same token with another person in it. */
function changed(given: string): string {
  const [head, body = "", signature] = given.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
  return `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`;
}

/** A service in between has cut the answer off: a session without its person. */
async function signInByLinkWithoutSession() {
  const broken = createClient(backend().url, backend().keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: "pkce" },
    global: { fetch: async () => Response.json({}) },
  });
  return broken.auth.signInWithIdToken({ provider: "google", token: "a.b.c" });
}

test("weak_password comes with its reasons", async () => {
  for (const [weak, reason] of [
    ["a1b2", "length"],
    ["password", "pwned"],
  ] as const) {
    const { error } = await backend()
      .client()
      .auth.signUp({ email: "lemah@shop.test", password: weak });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: [reason] });
  }
});

test("a session that is gone is session_not_found to the client", async () => {
  const other = await signedInClient(backend(), "hilang@shop.test", password);
  const gone = (await other.auth.getSession()).data.session?.access_token ?? "";
  await other.auth.signOut();
  const { error } = await backend().client().auth.getUser(gone);
  expect(error).toMatchObject({ name: "AuthSessionMissingError" });
});

test.each([
  ["NoSuchBucket", "404", () => shop().storage.getBucket("tidak-ada")],
  ["NoSuchKey", "404", () => shop().storage.from("kata").info("tidak-ada")],
  ["BucketAlreadyExists", "409", () => shop().storage.createBucket("kata")],
  ["KeyAlreadyExists", "409", () => shop().storage.from("kata").upload("a", "x")],
  ["ResourceNotEmpty", "409", () => shop().storage.deleteBucket("kata")],
  ["AccessDenied", "403", () => client.storage.from("kata").upload("b", "x")],
  ["EntityTooLarge", "413", () => shop().storage.from("kata").upload("c", "x".repeat(200))],
  ["InvalidMimeType", "415", () => shop().storage.from("gambar").upload("d", "x")],
  ["InvalidBucketName", "400", () => shop().storage.createBucket("a/b")],
  ["InvalidKey", "400", () => shop().storage.from("kata").upload("a~b", "x")],
  ["InvalidRequest", "400", () => shop().storage.from("kata").list("", { limit: -1 })],
  ["InvalidJWT", "400", () => shop().storage.from("kata").uploadToSignedUrl("e", "a.b.c", "x")],
] as [string, string, () => Promise<{ error: Error | null }>][])(
  "storage: %s has a message and a status",
  async (code, statusCode, run) => {
    await shop().storage.createBucket("kata", { public: false, fileSizeLimit: 100 });
    await shop().storage.createBucket("gambar", { public: false, allowedMimeTypes: ["image/png"] });
    await shop().storage.from("kata").upload("a", "x");
    const { error } = await run();
    expect(error).toBeInstanceOf(StorageApiError);
    const { status, statusCode: received, message } = error as StorageApiError;
    expect([status, received]).toEqual([400, statusCode]);
    expect(message.length).toBeGreaterThan(5);
    expect((error as StorageApiError & { code?: string }).code).toBe(code);
  },
);

const shop = () => createClient(backend().url, backend().keys.secret);

test("storage: a signature that is not right", async () => {
  const url = `${backend().url}/storage/v1/object/sign/kata/a`;
  const forged = `${encode({ alg: "HS256" })}.${encode({ url: "kata/a", exp: now() + 60 })}.${createHmac("sha256", "x").update("x").digest("base64url")}`;
  for (const query of ["", "?token=", "?token=x", `?token=${forged}`]) {
    const answer = await fetch(`${url}${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      statusCode: "400",
      message: expect.any(String),
      error: expect.any(String),
      code: expect.stringMatching(/^Invalid/),
    });
  }
});
