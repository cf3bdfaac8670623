import { beforeAll, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readAccountNews, subscribeAccount } from "./subscribe-account.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const evidence = { language: "id", wording: "Kirimi saya kabar." } as const;
const ownRows = (person: Person) =>
  asCaller(callerOf(person), (sql) => sql`select topic, state, level, source from subscriptions`);

test("a confirmed address is subscribed at once, also after a stop; its owner reads the row, others do not", async () => {
  const { person } = await makeCustomer("kabar");
  const email = person.email ?? "";
  expect(await subscribeAccount(person, "account", evidence)).toBe("subscribed");
  expect(await readAccountNews(person)).toMatchObject({ isSubscribed: true, isConfirmed: true });
  expect(await ownRows(person)).toEqual([
    { topic: "news", state: "subscribed", level: "confirmed", source: "account" },
  ]);
  expect(await ownRows(demoPerson("customer@etalase.test"))).toEqual([]);

  const recipient = await recipientOf(asSeed(), email);
  await asSeed()`select private.suppress_mails(${recipient}, 'complaint', 'webhook')`;
  expect((await readAccountNews(person)).isSubscribed).toBe(false);
  // Ticking the box is a confirmation: the account's address is proved.
  expect(await subscribeAccount(person, "checkout", evidence)).toBe("subscribed");
  expect((await readAccountNews(person)).isSubscribed).toBe(true);
  const [mails] = await asSeed()<{ count: number }[]>`
    select count(*)::int from private.outbox where recipient = ${email}`;
  expect(mails?.count).toBe(0);

  // Another confirmed address of the account is another recipient.
  await asSeed()`update auth.users set email = 'pindah@pelanggan.test' where id = ${person.id}`;
  expect(await ownRows(person)).toEqual([]);
});

test("an address that is not confirmed gets the confirmation mail and nothing else", async () => {
  const { person } = await makeCustomer("belum-bukti");
  await asSeed()`update auth.users set email_confirmed_at = null where id = ${person.id}`;
  expect(await subscribeAccount(person, "checkout", evidence)).toBe("confirmation_sent");
  expect(await readAccountNews(person)).toEqual({
    isSubscribed: false,
    remindsOfCarts: false,
    isConfirmed: false,
    linkToken: undefined,
  });
  const mails = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${person.email ?? ""}`;
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/\/Subscribe\/[\w-]{43}/);
  expect(
    await asSeed()`
    select e.action, w.text from private.mail_choice_events e join private.mail_wordings w on w.hash = e.wording
    join private.mail_recipients r on r.id = e.recipient_id where r.email = ${person.email ?? ""}`,
  ).toEqual([{ action: "asked", text: evidence.wording }]);
});
