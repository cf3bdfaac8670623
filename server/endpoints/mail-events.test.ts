import { expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { mailEventsEndpoint } from "./mail-events.ts";

testDatabase();
const secret = "rahasia-kotak-balik";
const endpoint = mailEventsEndpoint(secret);
const post = (address: string, body: string, headers: Record<string, string> = {}) =>
  endpoint.request(`http://toko.test/webhooks/mail/${address}`, { method: "POST", body, headers });
const bounce = JSON.stringify({
  events: [{ id: "1", kind: "bounced", permanent: true, address: "rina@contoh.test" }],
});

test("a report ends the mails to an address, by key, password or token, and however often it comes", async () => {
  await asSeed()`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    values ('rina@contoh.test', sha256('a'), sha256('b'))`;
  const basic = `Basic ${Buffer.from(`toko:${secret}`).toString("base64")}`;
  for (const [address, headers] of [
    [`generic?key=${secret}`, {}],
    ["generic", { authorization: basic }],
    ["generic", { authorization: `Bearer ${secret}` }],
  ] as const) {
    const answer = await post(address, bounce, headers);
    expect([answer.status, await answer.json()]).toEqual([200, { received: 1 }]);
  }
  const suppressed = await asSeed()`select reason from private.mail_suppressions`;
  expect(suppressed).toEqual([{ reason: "hard_bounce" }]);
});

test("what is not signed, not readable or too large is refused and stores nothing", async () => {
  const [before] = await asSeed()`select count(*)::int as n from private.mail_events`;
  const key = `?key=${secret}`;
  const refused = async (address: string, body: string, headers?: Record<string, string>) => {
    const answer = await post(address, body, headers);
    const { error } = (await answer.json()) as { error: { code: string } };
    return [answer.status, error.code];
  };
  expect(await refused("generic", bounce)).toEqual([400, "signature_invalid"]);
  expect(await refused("generic?key=salah", bounce)).toEqual([400, "signature_invalid"]);
  expect(await refused("generic", bounce, { authorization: "Basic !" })).toEqual([
    400,
    "signature_invalid",
  ]);
  expect(await refused(`generic${key}`, "{")).toEqual([400, "invalid_input"]);
  expect(await refused(`ses${key}`, "{}")).toEqual([400, "invalid_input"]);
  expect(await refused(`lain${key}`, bounce)).toEqual([404, "not_found"]);
  expect(await refused(`generic${key}`, `"${"a".repeat(300_000)}"`)).toEqual([
    413,
    "request_entity_too_large",
  ]);
  expect((await mailEventsEndpoint(undefined).request("/webhooks/mail/generic")).status).toBe(404);
  expect(await asSeed()`select count(*)::int as n from private.mail_events`).toEqual([before]);
});
