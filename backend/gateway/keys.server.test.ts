import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { type AccessClaims, signAccessToken, verifyAccessToken } from "./access-token.server.ts";
import { readCaller } from "./caller.server.ts";
import { loadKeys, temporaryKeys } from "./keys.server.ts";

const site = "https://shop.test";
const folder = () => mkdtemp(path.join(tmpdir(), "etalase-keys-"));
const claims = (): AccessClaims => ({
  iss: `${site}/auth/v1`,
  sub: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11",
  aud: "authenticated",
  exp: Math.floor(Date.now() / 1000) + 60,
  iat: Math.floor(Date.now() / 1000),
  email: "",
  phone: "",
  app_metadata: {},
  user_metadata: {},
  role: "authenticated",
  aal: "aal1",
  amr: [],
  session_id: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d12",
  is_anonymous: false,
});

test("keys are made once, for this user of the machine only, also when two start at once", async () => {
  const dataDir = path.join(await folder(), "new");
  const [one, two] = await Promise.all([loadKeys(dataDir, {}), loadKeys(dataDir, {})]);
  expect(one.publishable).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(one.secret).toMatch(/^sb_secret_[\w-]{43}$/);
  expect([two.secret, two.signing.kid]).toEqual([one.secret, one.signing.kid]);
  expect((await stat(path.join(dataDir, "keys.json"))).mode & 0o777).toBe(0o600);
  expect((await loadKeys(dataDir, {})).signing.kid).toBe(one.signing.kid);
  const given = await loadKeys(dataDir, { SUPABASE_SECRET_KEY: "sb_secret_given" });
  expect([given.secret, given.publishable]).toEqual(["sb_secret_given", one.publishable]);
});

test("a damaged file stops the start", async () => {
  const dataDir = await folder();
  await writeFile(path.join(dataDir, "keys.json"), "{}");
  await expect(loadKeys(dataDir, {})).rejects.toThrow("damaged");
});

test("after a rotation the new key signs and the old one still verifies", async () => {
  const dataDir = await folder();
  const old = await loadKeys(dataDir, {});
  const other = await folder();
  await loadKeys(other, {});
  const read = async (dir: string) =>
    JSON.parse(await readFile(path.join(dir, "keys.json"), "utf8"));
  const file = await read(dataDir);
  file.signing.unshift((await read(other)).signing[0]);
  await writeFile(path.join(dataDir, "keys.json"), JSON.stringify(file));
  const rotated = await loadKeys(dataDir, {});
  expect(rotated.signing.kid).not.toBe(old.signing.kid);
  expect(rotated.jwks.keys).toHaveLength(2);
  const token = await signAccessToken(old, claims());
  expect((await verifyAccessToken(rotated, site, token)).sub).toBe(claims().sub);
  const fresh = await signAccessToken(rotated, claims());
  await expect(verifyAccessToken(old, site, fresh)).rejects.toThrow("unknown key");
});

test("an RSA key signs with RS256 beside the older ES256 key, and gives none of its secrets away", async () => {
  const dataDir = await folder();
  const old = await loadKeys(dataDir, {});
  const file = JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  file.signing.unshift(await exportJWK(privateKey));
  await writeFile(path.join(dataDir, "keys.json"), JSON.stringify(file));
  const keys = await loadKeys(dataDir, {});
  const token = await signAccessToken(keys, claims());
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", kid: keys.signing.kid });
  expect((await verifyAccessToken(keys, site, token)).sub).toBe(claims().sub);
  expect((await verifyAccessToken(keys, site, await signAccessToken(old, claims()))).sub).toBe(
    claims().sub,
  );
  expect(keys.jwks.keys.map(({ alg }) => alg)).toEqual(["RS256", "ES256"]);
  expect(Object.keys(keys.jwks.keys[0] ?? {}).sort()).toEqual([
    "alg",
    "e",
    "key_ops",
    "kid",
    "kty",
    "n",
    "use",
  ]);
  // The public key as an HMAC secret, under the RSA key's id.
  const forged = await new SignJWT({ ...claims() })
    .setProtectedHeader({ alg: "HS256", kid: keys.signing.kid })
    .sign(new TextEncoder().encode(JSON.stringify(keys.jwks.keys[0])));
  await expect(verifyAccessToken(keys, site, forged)).rejects.toThrow("unknown key");
});

test("the caller's role follows from the key and the token", async () => {
  const keys = await temporaryKeys();
  const { publishable, secret } = keys;
  const token = await signAccessToken(keys, claims());
  const ask = (apikey: string | undefined, bearer?: string) =>
    readCaller(keys, site, { apikey, authorization: bearer && `Bearer ${bearer}` });
  expect(await ask(publishable)).toEqual({ dbRole: "anon", claims: {} });
  expect(await ask(publishable, publishable)).toEqual({ dbRole: "anon", claims: {} });
  expect(await ask(secret)).toEqual({ dbRole: "service_role", claims: {} });
  expect(await ask(undefined, secret)).toEqual({ dbRole: "service_role", claims: {} });
  expect((await ask(publishable, token)).dbRole).toBe("authenticated");
  expect((await ask(secret, token)).dbRole).toBe("authenticated");
  await expect(ask(undefined)).rejects.toMatchObject({ code: "no_api_key", status: 401 });
  await expect(ask(undefined, token)).rejects.toMatchObject({ code: "no_api_key" });
  await expect(ask("sb_secret_x", token)).rejects.toMatchObject({ code: "invalid_api_key" });
  await expect(ask(publishable, "x.y.z")).rejects.toMatchObject({ code: "bad_jwt", status: 401 });
});

test("legacy keys are tokens, accepted only when the legacy secret signed them", async () => {
  const secret = "a-legacy-secret-of-at-least-32-characters";
  const sign = (payload: object, key: string) =>
    new SignJWT({ ...payload })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(key));
  const anon = await sign({ role: "anon", iss: "supabase" }, secret);
  const dataDir = await folder();
  const keys = await loadKeys(dataDir, { SUPABASE_JWT_SECRET: secret, SUPABASE_ANON_KEY: anon });
  const ask = (apikey: string) => readCaller(keys, site, { apikey, authorization: undefined });
  expect((await ask(anon)).dbRole).toBe("anon");
  expect((await ask(await sign({ role: "service_role" }, secret))).dbRole).toBe("service_role");
  await expect(ask(await sign({ role: "service_role" }, "x".repeat(40)))).rejects.toThrow();
  await expect(ask(await sign({ role: "postgres" }, secret))).rejects.toThrow();
  const without = await loadKeys(dataDir, {});
  await expect(
    readCaller(without, site, { apikey: anon, authorization: undefined }),
  ).rejects.toMatchObject({ code: "invalid_api_key" });
});
