import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { relaxedAuth, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Concurrent refreshes share one statement, and nothing else. */

testDatabase();
const backend = testBackend({ auth: { ...relaxedAuth, autoconfirm: true } });
const strict = testBackend({
  auth: {
    ...relaxedAuth,
    autoconfirm: true,
    limits: { ...relaxedAuth.limits, token: { limit: 3, windowSeconds: 300 } },
  },
});

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string; readonly email: string };
}

const people: Session[] = [];
beforeAll(async () => {
  for (let n = 0; n < 8; n++) {
    const answer = await backend().post("/auth/v1/signup", {
      email: `orang-${n}@shop.test`,
      password: "kertas-karbon-7",
    });
    people.push((await answer.json()) as Session);
  }
});

const refresh = (token: string) =>
  backend().post("/auth/v1/token?grant_type=refresh_token", { refresh_token: token });
const sessionOf = ({ access_token }: Session) =>
  JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString()).session_id;

test("each caller of a batch gets their own session, whatever happens to the others", async () => {
  const [plain, used, banned, ended, twice, expired, ...rest] = people as [
    Session,
    Session,
    Session,
    Session,
    Session,
    Session,
    ...Session[],
  ];
  await refresh(used.refresh_token);
  await asSeed()`update auth.refresh_tokens set revoked = true, updated_at = now() - interval '1 minute'
    where user_id = ${used.user.id}`;
  await asSeed()`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.user.id}`;
  await asSeed()`delete from auth.sessions where id = ${sessionOf(ended)}`;
  await asSeed()`update auth.sessions set not_after = now() where id = ${sessionOf(expired)}`;

  const shown = [plain, used, banned, ended, twice, twice, expired, ...rest];
  const answers = await Promise.all(shown.map(({ refresh_token }) => refresh(refresh_token)));
  const codes = await Promise.all(
    answers.map(async (answer) => {
      const body = (await answer.json()) as Session & { error_code?: string };
      return body.error_code ?? body.user.email;
    }),
  );
  expect(codes).toEqual([
    "orang-0@shop.test",
    "refresh_token_already_used",
    "user_banned",
    "refresh_token_not_found",
    "orang-4@shop.test",
    "orang-4@shop.test",
    "session_expired",
    "orang-6@shop.test",
    "orang-7@shop.test",
  ]);
  const live = await asSeed()`
    select 1 from auth.refresh_tokens where user_id = ${twice.user.id} and not revoked`;
  expect(live).toHaveLength(1);
});

test("a locked session does not delay the others", async () => {
  const [held, free] = [people[6], people[7]] as [Session, Session];
  const sessions = await Promise.all(
    [held, free].map(async ({ refresh_token }) => (await refresh(refresh_token)).json()),
  );
  const [heldToken, freeToken] = sessions.map(({ refresh_token }) => String(refresh_token));
  let late: Promise<Response> | undefined;
  await inTransaction(async (sql) => {
    await sql`select 1 from auth.sessions where id = ${sessionOf(held)} for update`;
    await sql`select 1 from auth.users where id = ${held.user.id} for update`;
    late = refresh(heldToken ?? "");
    expect((await refresh(freeToken ?? "")).status).toBe(200);
  });
  expect((await late)?.status).toBe(200);
});

test("requests counted in a batch count one by one", async () => {
  const limit = { limit: 30, windowSeconds: 300 };
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, n) => countRequest(n % 5 === 0 ? "few" : "many", limit)),
  );
  expect(waits.filter((wait) => wait > 0)).toHaveLength(10);
  expect(waits.filter((_, n) => n % 5 === 0).every((wait) => wait === 0)).toBe(true);
  const rows = await asSeed()`
    select key, used from private.rate_limits where key in ('few', 'many') order by key`;
  expect(rows.map(({ key, used }) => [key, used])).toEqual([
    ["few", 10],
    ["many", 40],
  ]);
});

test("refreshing too often is refused without ending the session", async () => {
  const answer = await strict().post("/auth/v1/signup", {
    email: "sering@shop.test",
    password: "kertas-karbon-7",
  });
  let token = String(((await answer.json()) as Session).refresh_token);
  const again = () =>
    strict().post("/auth/v1/token?grant_type=refresh_token", { refresh_token: token });
  await asSeed()`delete from private.rate_limits`;
  for (let n = 0; n < 3; n++) {
    const refreshed = await again();
    expect(refreshed.status).toBe(200);
    token = String(((await refreshed.json()) as Session).refresh_token);
  }
  for (let n = 0; n < 3; n++) {
    const refused = await again();
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
  }
  await asSeed()`delete from private.rate_limits`;
  expect((await again()).status).toBe(200);
});
