import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Tokens that a merchant signs: with a custom role, without a role, without an expiry. Roles are global to the PostgreSQL
 * server, so their names have a suffix.
 */

const database = testDatabase();
const backend = testBackend();
const suffix = randomBytes(4).toString("hex");
const role = (name: string) => `${name}_${suffix}`;
const made = ["wholesaler", "picker", "stranger", "heir", "bypass", "reader", "owner", "above"];

async function asOwner<T>(work: (run: (text: string) => Promise<unknown>) => Promise<T>) {
  const sql = openPostgres(database.url(), { max: 1 });
  try {
    return await work((text) => sql.unsafe(text));
  } finally {
    await sql.end();
  }
}

beforeAll(() =>
  asOwner(async (run) => {
    for (const name of made) await run(`create role ${role(name)} nologin`);
    const granted = made.filter((name) => name !== "stranger").map(role);
    await run(`
      grant ${granted.join(", ")} to current_user;
      grant authenticated to ${role("wholesaler")};
      grant service_role to ${role("heir")};
      alter role ${role("bypass")} bypassrls;
      grant ${role("bypass")} to ${role("above")};
      grant pg_read_all_data to ${role("reader")};
      create table public.ledgers (id int primary key, owner text);
      create table public.owned (id int primary key);
      alter table public.ledgers enable row level security;
      alter table public.owned enable row level security;
      grant create on schema public to ${role("owner")};
      alter table public.owned owner to ${role("owner")};
      insert into public.ledgers values (1, 'toko'), (2, 'pasar'), (3, 'visitor');
      grant usage on schema public, private, auth to ${role("picker")};
      grant execute on function private.refuse_large_answer(), private.await_large_answer(), auth.jwt()
        to ${role("picker")};
      grant select on public.ledgers to anon, ${role("wholesaler")}, ${role("picker")};
      create policy "own" on public.ledgers for select to ${role("wholesaler")}, anon
        using (owner = (select auth.jwt() ->> 'sub'));
      create policy "few" on public.ledgers for select to ${role("picker")} using (id < 3);`);
  }),
);

afterAll(() =>
  asOwner(async (run) => {
    for (const name of made) await run(`drop owned by ${role(name)}; drop role ${role(name)}`);
  }),
);

const inOneHour = () => Math.floor(Date.now() / 1000) + 3600;

function mint(claims: Record<string, unknown>): Promise<string> {
  const { signing } = backend().keys;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signing.algorithm, typ: "JWT", kid: signing.kid })
    .sign(signing.privateKey);
}

async function read(claims: Record<string, unknown>, path = "/rest/v1/ledgers?select=id") {
  const { url, keys } = backend();
  const answer = await fetch(`${url}${path}`, {
    headers: { apikey: keys.publishable, Authorization: `Bearer ${await mint(claims)}` },
  });
  return { status: answer.status, body: await answer.json() };
}

test("a token may name a role that is granted to the login, and its policies apply", async () => {
  const exp = inOneHour();
  expect(await read({ role: role("wholesaler"), sub: "toko", exp })).toEqual({
    status: 200,
    body: [{ id: 1 }],
  });
  expect(await read({ role: role("picker"), exp })).toEqual({
    status: 200,
    body: [{ id: 1 }, { id: 2 }],
  });
  expect((await read({ role: role("picker"), exp }, "/rest/v1/orders")).body).toMatchObject({
    code: "42501",
  });
  expect((await read({ role: role("picker"), exp }, "/storage/v1/bucket")).body).toMatchObject({
    code: "AccessDenied",
  });
  expect((await read({ role: role("wholesaler"), exp }, "/storage/v1/bucket")).body).toEqual([]);
});

test("a token without a role has the visitor's role with its claims", async () => {
  expect(await read({ sub: "visitor", exp: inOneHour() })).toEqual({
    status: 200,
    body: [{ id: 3 }],
  });
});

test("a token without `exp` is accepted, except for `service_role` and for sessions", async () => {
  expect((await read({ sub: "visitor" })).body).toEqual([{ id: 3 }]);
  expect((await read({ role: role("picker") })).status).toBe(200);
  expect((await read({ role: "authenticated", sub: "toko" })).status).toBe(403);
  expect(await read({ role: "service_role" })).toMatchObject({
    status: 401,
    body: { code: "PGRST303" },
  });
  expect((await read({ role: "service_role", sub: "x" })).status).toBe(401);
  const session = {
    iss: `${backend().url}/auth/v1`,
    aud: "authenticated",
    role: "authenticated",
    sub: randomUUID(),
    session_id: randomUUID(),
  };
  expect((await read(session)).status).toBe(401);
  expect((await read(session, "/auth/v1/user")).status).toBe(403);
  const key = await mint({ role: "service_role" });
  const asKey = await fetch(`${backend().url}/rest/v1/ledgers`, { headers: { apikey: key } });
  expect(asKey.status).toBe(401);
});

test("T26: a token may not name a role that bypasses row-level security or is not granted", async () => {
  const login = decodeURIComponent(new URL(database.url()).username);
  const names = [
    ...["stranger", "heir", "bypass", "above", "reader", "owner"].map(role),
    login,
    "pg_read_all_data",
    "pg_database_owner",
    "none",
    "",
    "nobody",
    `${role("picker")}; select 1`,
    "with\0nul",
  ];
  for (const name of names) {
    for (const path of ["/rest/v1/ledgers", "/storage/v1/bucket"]) {
      const { status, body } = await read({ role: name, exp: inOneHour() }, path);
      expect([400, 401], `${name} ${path}`).toContain(status);
      expect(JSON.stringify(body), `${name} ${path}`).toMatch(
        path.startsWith("/rest") ? /does not exist/ : /AccessDenied/,
      );
    }
  }
});

test("a revoked grant ends the role with the next request", async () => {
  const claims = { role: role("picker"), exp: inOneHour() };
  expect((await read(claims)).status).toBe(200);
  await asOwner((run) => run(`revoke ${role("picker")} from current_user`));
  expect(await read(claims)).toMatchObject({ status: 401, body: { code: "22023" } });
});

test("functions and the admin API do not accept a custom role", async () => {
  const claims = { role: role("wholesaler"), sub: "toko", exp: inOneHour() };
  expect((await read(claims, "/functions/v1/anything")).status).toBe(401);
  expect((await read(claims, "/auth/v1/admin/users")).status).toBe(403);
});
