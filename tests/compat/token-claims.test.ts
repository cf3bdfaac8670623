import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Refusals of tokens with a valid signature, with the messages of PostgREST. */

testDatabase();
const backend = testBackend();
const now = () => Math.floor(Date.now() / 1000);

function mint(claims: Record<string, unknown>): Promise<string> {
  const { signing } = backend().keys;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signing.algorithm, typ: "JWT", kid: signing.kid })
    .sign(signing.privateKey);
}

async function ask(authorization: string, path = "/rest/v1/products?select=id&limit=1") {
  const { url, keys } = backend();
  const answer = await fetch(`${url}${path}`, {
    headers: { apikey: keys.publishable, Authorization: authorization },
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

test.each([
  [{ exp: "soon" }, "The JWT 'exp' claim must be a number"],
  [{ nbf: "soon" }, "The JWT 'nbf' claim must be a number"],
  [{ iat: "soon" }, "The JWT 'iat' claim must be a number"],
  [{ aud: 5 }, "The JWT 'aud' claim must be a string or an array of strings"],
  [{ aud: ["a", 5] }, "The JWT 'aud' claim must be a string or an array of strings"],
  [{ nbf: Math.floor(Date.now() / 1000) + 900 }, "JWT not yet valid"],
  [{ exp: Math.floor(Date.now() / 1000) - 900 }, "JWT expired"],
])("%j is refused with %s", async (claims, message) => {
  const token = await mint({ role: "anon", exp: now() + 60, ...claims });
  const { status, body, headers } = await ask(`Bearer ${token}`);
  expect([status, body]).toEqual([401, { code: "PGRST303", message, details: null, hint: null }]);
  expect(headers.get("www-authenticate")).toContain(`error_description="${message}"`);
  const [claim = ""] = Object.keys(claims);
  const files = await ask(`Bearer ${token}`, "/storage/v1/bucket");
  expect(files.body).toMatchObject({ statusCode: "403", message: expect.stringContaining(claim) });
});

test("audiences of the right type are accepted", async () => {
  for (const aud of ["anyone", [], ["a", "b"]]) {
    const token = await mint({ role: "anon", exp: now() + 60, aud });
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
  }
});

test("an empty token is refused instead of counting as a visitor", async () => {
  for (const authorization of ["Bearer", "Bearer ", "bearer"]) {
    const { status, body } = await ask(authorization);
    expect([status, body], authorization).toMatchObject([
      401,
      { code: "PGRST301", message: "Empty JWT is sent in Authorization header" },
    ]);
    expect((await ask(authorization, "/functions/v1/anything")).status).toBe(401);
  }
  expect((await ask("Basic eDp5")).status).toBe(200);
});
