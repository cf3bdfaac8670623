import { beforeEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { hashesOf } from "./address-hash.server.ts";
import { saveChoices, stopByOneClick } from "./change-choices.server.ts";
import { changeMailKey } from "./change-mail-key.server.ts";
import { readChoices } from "./choices.server.ts";
import { linkToken } from "./link-token.server.ts";
import { mailKeyMatches } from "./mail-key.server.ts";
import { requestConfirmation } from "./subscribe/request-confirmation.server.ts";
import { recipientOf } from "./topic-mail.server.ts";

const database = testDatabase();
const [before, after] = [Buffer.alloc(32, "a"), Buffer.alloc(32, "b")];
beforeEach(async () => {
  provideSecret(before);
  await change();
});

const evidence = { language: "id" } as const;
/** As the command does it. */
async function change() {
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    return await owner.begin(changeMailKey);
  } finally {
    await owner.end();
  }
}
const subscribe = async (email: string) => {
  const id = await recipientOf(asSeed(), email);
  await asSeed()`select private.subscribe(${id}, 'news', 'confirmed', 'footer')`;
  return id;
};
const mayMail = async (id: string, topic = "news") => {
  const [row] = await asSeed()<{ may: boolean }[]>`select private.may_mail(${id}, ${topic}) as may`;
  return row?.may;
};
const verdict = async (email: string) => {
  const { emailHash, mailboxHash } = hashesOf(email);
  const [row] = await asSeed()<{ verdict: string }[]>`
    select private.import_verdict(${email}, ${emailHash}, ${mailboxHash}, 'news') as verdict`;
  return row?.verdict;
};

test("nobody who said no hears again after the key was lost, and who says no by an old mail is heard", async () => {
  const stopped = await subscribe("henti@contoh.test");
  await asSeed()`select private.stop_mails(${stopped}, null, 'page')`;
  const complained = await subscribe("lapor@gmail.com");
  await asSeed()`select private.suppress_mails(${complained}, 'complaint', 'webhook')`;
  const stays = await subscribe("tetap@contoh.test");
  const erased = await subscribe("hapus@contoh.test");
  await asSeed()`select private.forget_mail_recipient(${erased})`;
  const [link, goneLink] = [linkToken(stays), linkToken(erased)];

  provideSecret(after);
  expect(await mailKeyMatches()).toBe(false);
  expect(await change()).toEqual({ recipients: 3, lost: 1 });
  expect(await change()).toBeUndefined();
  expect(await mailKeyMatches()).toBe(true);
  expect(await mayMail(stays)).toBe(true);
  expect(await mayMail(stopped)).toBe(false);
  expect(await mayMail(stopped, "payment_reminder")).toBe(false);
  expect(await verdict("henti@contoh.test")).toBe("mail_stopped");
  // Another spelling of the mailbox, which the list has never seen.
  expect(await verdict("la.por+x@gmail.com")).toBe("mail_complained");
  // Nobody knows any more that this one was erased, so nobody new is imported or mailed unasked.
  expect(await verdict("hapus@contoh.test")).toBe("mail_suppressed");
  const again = await recipientOf(asSeed(), "hapus@contoh.test");
  expect(await mayMail(again, "payment_reminder")).toBe(false);
  const [imported] = await asSeed()<{ outcome: string }[]>`
    select private.subscribe(${again}, 'news', 'imported', 'import') as outcome`;
  expect(imported?.outcome).toBe("stopped");

  // Whoever asks for it and confirms is on the list.
  const fresh = await recipientOf(asSeed(), "baru@contoh.test");
  const isAsked = await inTransaction((sql) =>
    requestConfirmation(sql, fresh, ["news"], "footer", evidence),
  );
  expect(isAsked).toBe(true);
  expect(await mayMail(fresh)).toBe(false);
  const [confirmed] = await asSeed()<{ outcome: string }[]>`
    select (private.confirm_subscription(k.hash)).outcome from private.mail_tokens k where recipient_id = ${fresh}`;
  expect(confirmed?.outcome).toBe("confirmed");
  expect(await mayMail(fresh)).toBe(true);

  // A mail from before the change: its link stops, and does nothing else.
  expect(await readChoices(link)).toMatchObject({ email: "t•••@contoh.test" });
  expect(await saveChoices(link, { stock: true }, evidence)).toMatchObject({ ok: false });
  expect(await stopByOneClick(link, "news", {})).toMatchObject({ ok: true });
  expect(await mayMail(stays)).toBe(false);
  // Its mail program hears that nothing is left to stop.
  expect(await stopByOneClick(goneLink, "news", {})).toMatchObject({ ok: true });
  expect(await stopByOneClick("x", "news", {})).toMatchObject({ problem: "link_invalid" });
  // A link of a recipient who came later has a seal that can be checked.
  const forged = linkToken(fresh).replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
  await stopByOneClick(forged, "news", {});
  expect(await mayMail(fresh)).toBe(true);

  // The old key turned up: nothing is lost any more.
  provideSecret(before);
  expect(await change()).toEqual({ recipients: 5, lost: 0 });
  expect(await verdict("hapus@contoh.test")).toBe("mail_suppressed");
  expect(await verdict("siapa@contoh.test")).toBe("new");
  expect(await mayMail(stopped)).toBe(false);
  expect(await verdict("lapor@gmail.com")).toBe("mail_complained");
});

test("an address that is added meanwhile is hashed anew too", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  let changing: ReturnType<typeof change> | undefined;
  await inTransaction(async (sql: Sql) => {
    const id = await recipientOf(sql, "sela@contoh.test");
    await sql`select private.stop_mails(${id}, null, 'page')`;
    provideSecret(after);
    changing = change();
    await expect
      .poll(
        () =>
          owner`select from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and not granted and locktype in ('transactionid', 'tuple')`,
      )
      .toHaveLength(1);
  });
  expect(await changing).toMatchObject({ lost: 0 });
  const { emailHash } = hashesOf("sela@contoh.test");
  const rows = await owner`
    select from private.mail_recipients r join private.mail_suppressions x using (email_hash)
    where r.email = 'sela@contoh.test' and r.email_hash = ${emailHash} and x.lost_key is null`;
  expect(rows).toHaveLength(1);
  await owner.end();
});

test("nobody but the change of the key moves a suppression, and nobody but the owner changes the key", async () => {
  const id = await subscribe("jaga@contoh.test");
  await asSeed()`select private.stop_mails(${id}, null, 'page')`;
  const owner = openPostgres(database.url(), { max: 1 });
  const move = (sql: Sql) => sql`update private.mail_suppressions set email_hash = sha256('x')`;
  await expect(move(owner)).rejects.toMatchObject({ code: "42501" });
  await expect(
    inTransaction(async (sql) => {
      await sql`select set_config('shop.mail_key_change', 'on', true)`;
      await move(sql);
    }),
  ).rejects.toMatchObject({ code: "42501" });
  await expect(
    owner.begin(async (sql) => {
      await sql`select set_config('shop.mail_key_change', 'on', true)`;
      await sql`update private.mail_suppressions set reason = 'staff'`;
    }),
  ).rejects.toMatchObject({ code: "42501" });
  await owner.end();
});
