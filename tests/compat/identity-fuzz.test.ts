import fc from "fast-check";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { attachRealtime } from "#backend/backend.server.ts";
import {
  relaxedAuth,
  signedInClient,
  type TestBackend,
  testBackend,
} from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";

/*
 * Requests that nearly make sense, to every door of sign-in and of live messages: never a 5xx, never a word about the
 * inside. `FUZZ=20000 npx vitest run tests/compat/identity-fuzz.test.ts` sends more; a failure prints its seed.
 */

testDatabase();
const rounds = Number(process.env.FUZZ ?? 400);
const backend = testBackend(
  {
    auth: {
      ...relaxedAuth,
      anonymous: true,
      maxMisses: 1_000_000,
      passwordStrength: false,
      providers: {
        // Nobody answers there.
        kampus: { issuer: "http://127.0.0.1:9", clientId: "shop", clientSecret: "s" },
      },
    },
  },
  (running: TestBackend) =>
    attachRealtime(running.server, {
      keys: running.keys,
      publicUrl: running.url,
      allowPublicChannels: true,
      eventsASecond: 100_000,
      presenceCalls: 100_000,
      joinsASecond: 100_000,
    }).close,
);

const doors = [
  ["POST", "/signup"],
  ["POST", "/token?grant_type=password"],
  ["POST", "/token?grant_type=refresh_token"],
  ["POST", "/token?grant_type=pkce"],
  ["POST", "/token?grant_type=id_token"],
  ["POST", "/otp"],
  ["POST", "/magiclink"],
  ["POST", "/verify"],
  ["POST", "/recover"],
  ["POST", "/resend"],
  ["PUT", "/user"],
  ["POST", "/factors"],
  ["POST", "/factors/{id}/challenge"],
  ["POST", "/factors/{id}/verify"],
  ["DELETE", "/factors/{id}"],
  ["DELETE", "/user/identities/{id}"],
  ["POST", "/admin/users"],
  ["PUT", "/admin/users/{id}"],
  ["DELETE", "/admin/users/{id}"],
  ["PUT", "/admin/users/{id}/factors/{id}"],
  ["DELETE", "/admin/users/{id}/factors/{id}"],
  ["POST", "/admin/generate_link"],
  ["POST", "/invite"],
  ["POST", "/callback"],
  ["GET", "/callback"],
  ["GET", "/authorize"],
  ["GET", "/user/identities/authorize"],
  ["GET", "/verify"],
  ["GET", "/admin/users"],
] as const;

const names = [
  "email",
  "phone",
  "password",
  "data",
  "type",
  "token",
  "token_hash",
  "new_email",
  "user_metadata",
  "app_metadata",
  "ban_duration",
  "password_hash",
  "id",
  "provider",
  "id_token",
  "nonce",
  "access_token",
  "issuer",
  "client_id",
  "link_identity",
  "code_challenge",
  "code_challenge_method",
  "auth_code",
  "code_verifier",
  "refresh_token",
  "factor_type",
  "friendly_name",
  "challenge_id",
  "code",
  "channel",
  "gotrue_meta_security",
  "should_soft_delete",
  "email_confirm",
  "phone_confirm",
  "create_user",
  "redirect_to",
  "state",
  "error",
  "error_description",
  "page",
  "per_page",
  "scopes",
  "skip_http_redirect",
  "current_password",
];
const text = fc.oneof(
  fc.constantFrom(
    "ayu@shop.test",
    "fuzz@shop.test",
    "+6281234567890",
    "kertas-karbon-7",
    "signup",
    "recovery",
    "email",
    "sms",
    "invite",
    "magiclink",
    "email_change",
    "email_change_new",
    "phone_change",
    "totp",
    "kampus",
    "google",
    "s256",
    "plain",
    "x".repeat(43),
    "x".repeat(5_000),
    "123456",
    "24h",
    "none",
    "99999999h",
    "9".repeat(30),
    "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11",
    "__proto__",
    "constructor",
    "' or 1=1 --",
    "a\u0000b",
    "\ud800",
    "é".repeat(40),
    "ａ@ｂ.test",
    "http://127.0.0.1:9",
    "https://evil.test",
    "eyJhbGciOiJub25lIn0.e30.",
    "",
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null, 0, -1, 1e308, 2 ** 53) },
  { weight: 1, arbitrary: fc.dictionary(text, text, { maxKeys: 4 }) },
);
const body = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 7 });
const query = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 4 });
const id = fc.constantFrom(
  "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11",
  "x",
  "%00",
  "..%2f..",
  "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d1g",
);
const inside = /postgres|pg_|select |insert |at \/|node_modules|\.ts:|syntax error|relation "/i;

test("every door of sign-in answers nonsense with a refusal", async () => {
  const person = await signedInClient(backend(), "ayu@shop.test");
  const token = (await person.auth.getSession()).data.session?.access_token ?? "";
  const { url, keys } = backend();
  const encoded = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, each]) => `${name}=${encodeURIComponent(each.toWellFormed())}`)
      .join("&");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...doors),
      body,
      query,
      id,
      fc.constantFrom("none", "person", "secret"),
      async ([method, path], fields, parameters, name, as) => {
        const address = `${url}/auth/v1${path.replaceAll("{id}", name)}`;
        const glue = address.includes("?") ? "&" : "?";
        const isForm = path === "/callback";
        const answer = await fetch(`${address}${glue}${encoded(parameters)}`, {
          method,
          redirect: "manual",
          headers: {
            "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
            apikey: as === "secret" ? keys.secret : keys.publishable,
            ...(as === "person" ? { Authorization: `Bearer ${token}` } : {}),
          },
          ...(method === "GET"
            ? {}
            : { body: isForm ? encoded(parameters) : JSON.stringify(fields) }),
        });
        const told = await answer.text();
        expect(answer.status, `${method} ${path} ${told}`).toBeLessThan(500);
        // What was sent may come back; what nobody sent may not.
        if (answer.status >= 400 && !inside.test(JSON.stringify([fields, parameters]))) {
          expect(told).not.toMatch(inside);
        }
      },
    ),
    { numRuns: rounds, endOnFailure: true },
  );
});

const change = fc.record(
  {
    event: fc.constantFrom("*", "INSERT", "x", 1),
    schema: fc.oneof(fc.constantFrom("public", "auth", "*"), value),
    table: fc.oneof(fc.constantFrom("products", "users"), value),
    filter: fc.oneof(
      fc.constantFrom("id=eq.1", "id=in.(1,2)", "name=match.(", "id=eq.\u0000"),
      value,
    ),
    select: value,
  },
  { requiredKeys: [] },
);
const frame = fc.tuple(
  fc.oneof(fc.constantFrom("1", null), value),
  fc.oneof(fc.constantFrom("2", null), value),
  fc.oneof(fc.constantFrom("realtime:a", "realtime:b", "phoenix", "realtime:"), value),
  fc.oneof(
    fc.constantFrom("phx_join", "phx_leave", "broadcast", "presence", "access_token", "heartbeat"),
    value,
  ),
  fc.oneof(
    value,
    fc.record(
      {
        type: text,
        event: fc.oneof(fc.constantFrom("track", "untrack", "x"), value),
        payload: value,
        access_token: value,
        config: fc.oneof(
          value,
          fc.record(
            {
              private: value,
              broadcast: value,
              presence: fc.record({ key: value, enabled: fc.boolean() }),
              postgres_changes: fc.oneof(value, fc.array(change, { maxLength: 3 })),
              postgres_changes_options: fc.record({ wait: fc.boolean() }),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    ),
  ),
);

test("the live line survives nonsense, and answers the next heartbeat", async () => {
  const { url, keys } = backend();
  const connect = async (vsn: string) => {
    const socket = new WebSocket(
      `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${keys.publishable}&vsn=${vsn}`,
    );
    const received: string[] = [];
    socket.on("message", (data) => received.push(String(data)));
    await new Promise((resolve) => socket.on("open", resolve));
    return { socket, received };
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 5, arbitrary: frame }, fc.uint8Array({ maxLength: 60 })), {
        minLength: 5,
        maxLength: 25,
      }),
      fc.constantFrom("1.0.0", "2.0.0"),
      async (frames, vsn) => {
        const { socket, received } = await connect(vsn);
        for (const each of frames) {
          socket.send(each instanceof Uint8Array ? each : JSON.stringify(each));
        }
        socket.send(JSON.stringify([null, "the end", "phoenix", "heartbeat", {}]));
        const isAnswered = () => received.some((answer) => answer.includes("the end"));
        for (let tries = 0; tries < 500 && !isAnswered(); tries++) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        expect(isAnswered()).toBe(true);
        socket.terminate();
      },
    ),
    { numRuns: Math.ceil(rounds / 20), endOnFailure: true },
  );
});
