import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { relaxedAuth, signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * T18: compares the full responses for an address or number with a confirmed account, an unconfirmed account and no account,
 * with the rate limits of production.
 */

testDatabase();
const relaxed = testBackend();
const {
  mailInterval: _,
  mailsPerDay: __,
  smsInterval: ___,
  smsPerDay: ____,
  ...open
} = relaxedAuth;
const backend = testBackend({ auth: open });

const password = "kertas-karbon-7";
const otherPassword = "tinta-hitam-88";
const kinds = ["confirmed", "unconfirmed", "unknown"] as const;
type Kind = (typeof kinds)[number];
type Medium = "email" | "phone";
type Request = readonly [
  method: string,
  path: string,
  body: Record<string, unknown>,
  bearer?: string,
];
type Contact = Readonly<Record<string, string>>;

let numbers = 628_190_000_000;

/** An address or a number with its account. The messages of its setup do not count. */
async function contactOf(kind: Kind, medium: Medium): Promise<Contact> {
  const contact: Contact =
    medium === "email"
      ? { email: `${randomUUID().slice(0, 8)}@shop.test` }
      : { phone: String(++numbers) };
  if (kind === "unknown") return contact;
  await relaxed().post("/auth/v1/signup", { ...contact, password });
  if (kind === "confirmed") {
    await asSeed()`
      update auth.users set email_confirmed_at = case when email is not null then now() end,
        phone_confirmed_at = case when phone is not null then now() end
      where email = ${contact.email ?? ""} or phone = ${contact.phone ?? ""}`;
    await asSeed()`
      delete from auth.one_time_tokens where relates_to = ${contact.email ?? contact.phone ?? ""}`;
  }
  await asSeed()`delete from private.rate_limits`;
  return contact;
}

/** A signed-in person who requests changes to the contacts of others. */
async function asker(): Promise<{ own: string; token: string }> {
  const own = `${randomUUID().slice(0, 8)}@shop.test`;
  await signedInClient(relaxed(), own);
  const client = backend().client();
  const { data, error } = await client.auth.signInWithPassword({ email: own, password });
  expect(error).toBeNull();
  await asSeed()`delete from private.rate_limits`;
  return { own, token: data.session?.access_token ?? "" };
}

/** Replaces ids, times and this run's contacts with placeholders. Equal values get equal placeholders. */
function mask(text: string, contact: Contact, own: string): string {
  const names = new Map<string, string>();
  const nameOf = (value: string) => {
    const name = names.get(value) ?? `value-${names.size + 1}`;
    names.set(value, name);
    return name;
  };
  return text
    .replaceAll(contact.email ?? contact.phone ?? "", "CONTACT")
    .replaceAll(own || "no asker", "OWN")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameOf)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+[\d:]+)/g, nameOf)
    .replace(/after \d+ seconds/g, "after N seconds");
}

const ignored = ["date", "content-length", "connection", "keep-alive"];

/** Everything that a client receives for a list of requests. */
async function answersTo(
  requests: readonly Request[],
  contact: Contact,
  own = "",
): Promise<string> {
  const seen: string[] = [];
  for (const [method, path, body, bearer] of requests) {
    const { url, keys } = backend();
    const answer = await fetch(`${url}/auth/v1${path}`, {
      method,
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        apikey: keys.publishable,
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
    const headers = [...answer.headers]
      .filter(([name]) => !ignored.includes(name))
      .map(([name, value]) => `${name}: ${name === "retry-after" ? "N" : value}`);
    seen.push([`${method} ${path}`, answer.status, ...headers, await answer.text()].join("\n"));
  }
  return mask(seen.join("\n\n"), contact, own);
}

const twice = (request: Request) => [request, request];
const emailCodes = ["signup", "invite", "recovery", "magiclink", "email", "email_change"];

const visitors: readonly (readonly [string, Medium, (contact: Contact) => readonly Request[]])[] = [
  [
    "three sign-ups, the last with another password",
    "email",
    (contact) => [
      ...twice(["POST", "/signup", { ...contact, password, data: { name: "Ayu" } }]),
      ["POST", "/signup", { ...contact, password: otherPassword }],
    ],
  ],
  [
    "three sign-ups of a number",
    "phone",
    (contact) => [
      ...twice(["POST", "/signup", { ...contact, password }]),
      ["POST", "/signup", { ...contact, password: otherPassword }],
    ],
  ],
  ["two codes", "email", (contact) => twice(["POST", "/otp", contact])],
  ["two codes from /magiclink", "email", (contact) => twice(["POST", "/magiclink", contact])],
  ["two codes by text message", "phone", (contact) => twice(["POST", "/otp", contact])],
  ["two recoveries", "email", (contact) => twice(["POST", "/recover", contact])],
  [
    "a sign-up, a code, a recovery and a resent confirmation",
    "email",
    (contact) => [
      ["POST", "/signup", { ...contact, password }],
      ["POST", "/otp", contact],
      ["POST", "/recover", contact],
      ["POST", "/resend", { ...contact, type: "signup" }],
      ["POST", "/resend", { ...contact, type: "email_change" }],
    ],
  ],
  ...["signup", "email_change"].map(
    (type) =>
      [
        `two resent mails of type ${type}`,
        "email",
        (contact: Contact) => twice(["POST", "/resend", { ...contact, type }]),
      ] as const,
  ),
  ...["sms", "phone_change"].map(
    (type) =>
      [
        `two resent text messages of type ${type}`,
        "phone",
        (contact: Contact) => twice(["POST", "/resend", { ...contact, type }]),
      ] as const,
  ),
  [
    "wrong codes of every type",
    "email",
    (contact) =>
      emailCodes.map((type) => ["POST", "/verify", { ...contact, type, token: "000000" }] as const),
  ],
  [
    "wrong codes of a number",
    "phone",
    (contact) =>
      ["sms", "phone_change"].map(
        (type) => ["POST", "/verify", { ...contact, type, token: "000000" }] as const,
      ),
  ],
  [
    "wrong codes until the lockout",
    "email",
    (contact) =>
      Array.from(
        { length: 12 },
        () => ["POST", "/verify", { ...contact, type: "email", token: "000000" }] as const,
      ),
  ],
  [
    "wrong passwords until the lockout",
    "email",
    (contact) =>
      Array.from(
        { length: 12 },
        () =>
          [
            "POST",
            "/token?grant_type=password",
            { ...contact, password: "salah-sekali-9" },
          ] as const,
      ),
  ],
  [
    "wrong passwords of a number",
    "phone",
    (contact) =>
      twice(["POST", "/token?grant_type=password", { ...contact, password: "salah-sekali-9" }]),
  ],
  [
    "endpoints that require the secret key",
    "email",
    (contact) => [
      ["POST", "/invite", contact],
      ["POST", "/admin/generate_link", { ...contact, type: "recovery" }],
      ["POST", "/admin/users", contact],
    ],
  ],
];

test.each(visitors)(
  "T18: %s get the same responses for every %s",
  async (_title, medium, requests) => {
    const contacts: Contact[] = [];
    for (const kind of kinds) contacts.push(await contactOf(kind, medium));
    const [confirmed, unconfirmed, unknown] = await Promise.all(
      contacts.map((contact) => answersTo(requests(contact), contact)),
    );
    expect(unconfirmed).toBe(confirmed);
    expect(unknown).toBe(confirmed);
  },
);

test.each(["email", "phone"] as const)(
  "T18: a change to a new %s and resending its message get the same responses with and without an account",
  async (medium) => {
    const people: { contact: Contact; own: string; token: string }[] = [];
    for (const kind of kinds) {
      people.push({ contact: await contactOf(kind, medium), ...(await asker()) });
    }
    const type = medium === "email" ? "email_change" : "phone_change";
    const [confirmed, unconfirmed, unknown] = await Promise.all(
      people.map(({ contact, own, token }) => {
        const change: Request = ["PUT", "/user", { ...contact, current_password: password }, token];
        const requests: Request[] = [
          change,
          ["GET", "/user", {}, token],
          ["POST", "/resend", { ...contact, type }],
          ["POST", "/resend", { ...contact, type: medium === "email" ? "signup" : "sms" }],
          ["POST", "/resend", { email: own, type: "email_change" }],
          ["POST", "/otp", contact],
          ["POST", "/signup", { ...contact, password: otherPassword }],
          change,
          ["POST", "/verify", { ...contact, type, token: "000000" }],
        ];
        return answersTo(requests, contact, own);
      }),
    );
    expect(unconfirmed).toBe(confirmed);
    expect(unknown).toBe(confirmed);
  },
);

test("T18: resending a mail does not reveal a pending change of address", async () => {
  const { own, token } = await asker();
  const next = `${randomUUID().slice(0, 8)}@shop.test`;
  const headers = { Authorization: `Bearer ${token}` };
  const changed = await fetch(`${backend().url}/auth/v1/user`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", apikey: backend().keys.publishable, ...headers },
    body: JSON.stringify({ email: next, current_password: password }),
  });
  expect(changed.status).toBe(200);
  const unknown = await contactOf("unknown", "email");
  await asSeed()`delete from private.rate_limits`;
  const ask = (contact: Contact) =>
    answersTo([["POST", "/resend", { ...contact, type: "email_change" }]], contact);
  expect(await ask({ email: own })).toBe(await ask(unknown));
});
