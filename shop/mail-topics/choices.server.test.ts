import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readChoices, saveChoices } from "./choices.server.ts";
import { linkToken, readLinkToken } from "./link-token.server.ts";
import { recipientOf, topicParts } from "./topic-mail.server.ts";

testDatabase();
beforeAll(() => provideSecret(Buffer.alloc(32, "a")));

const tokenOf = async (email: string) => linkToken(await recipientOf(asSeed(), email));
const events = (email: string) => asSeed()`
  select e.topic, e.wanted, e.source from private.mail_choice_events e
  join private.mail_recipients r on r.id = e.recipient_id where r.email = ${email} order by e.id`;

test("a link names its recipient and cannot be forged", async () => {
  const id = "0d1b7c0e-5a3f-4c53-8b1d-3f1f6f0a7e11";
  const token = linkToken(id);
  expect(readLinkToken(token)).toBe(id);
  for (let at = 0; at < token.length; at++) {
    const letter = token[at] === "A" ? "B" : "A";
    const changed = token.slice(0, at) + letter + token.slice(at + 1);
    // The last character of each half carries two unused bits.
    expect([undefined, id], changed).toContain(readLinkToken(changed));
    if (at !== 21 && at !== 43) expect(readLinkToken(changed), changed).toBeUndefined();
  }
  for (const wrong of ["", "x", `${token}A`, token.slice(1), "\0".repeat(44)]) {
    expect(readLinkToken(wrong)).toBeUndefined();
  }
  provideSecret(Buffer.alloc(32, "b"));
  expect(readLinkToken(token)).toBeUndefined();
  provideSecret(Buffer.alloc(32, "a"));
});

test("one recipient an address, whatever its capitals and however many ask at once", async () => {
  const ids = await Promise.all(
    ["Rina@Contoh.test", "rina@contoh.test", "RINA@contoh.TEST"].map((email) =>
      inTransaction((sql) => recipientOf(sql, email)),
    ),
  );
  expect(new Set(ids).size).toBe(1);
});

test("T40: opening the link changes nothing; each unsubscribe, undo and repeat is recorded", async () => {
  const token = await tokenOf("budi@contoh.test");
  expect(await readChoices(token)).toEqual({
    email: "b•••@contoh.test",
    choices: { payment_reminder: true, news: false, stock: false },
  });
  expect(await events("budi@contoh.test")).toEqual([]);

  await saveChoices(token, { payment_reminder: false }, "one_click");
  await saveChoices(token, { payment_reminder: false }, "one_click");
  expect((await readChoices(token))?.choices).toEqual({
    payment_reminder: false,
    news: false,
    stock: false,
  });
  const undone = await saveChoices(token, { payment_reminder: true }, "page");
  expect(undone).toMatchObject({ ok: true, value: { choices: { payment_reminder: true } } });
  await saveChoices(token, { payment_reminder: true, news: true }, "page");
  expect(await events("budi@contoh.test")).toEqual([
    { topic: "payment_reminder", wanted: false, source: "one_click" },
    { topic: "payment_reminder", wanted: true, source: "page" },
    { topic: "news", wanted: true, source: "page" },
  ]);
  expect((await readChoices(await tokenOf("lain@contoh.test")))?.choices.news).toBe(false);
});

test("a link without a recipient opens nothing", async () => {
  const nobody = linkToken("00000000-0000-4000-8000-000000000000");
  expect(await readChoices(nobody)).toBeUndefined();
  expect(await saveChoices(nobody, { news: true }, "page")).toEqual({
    ok: false,
    problem: "link_invalid",
  });
});

test("recorded choices are never changed", async () => {
  await expect(asSeed()`update private.mail_choice_events set wanted = true`).rejects.toThrow(
    /never change/,
  );
});

test("a mail of a topic carries the button of mail programs", async () => {
  const { headers, footerLink } = await topicParts(
    asSeed(),
    "rina@contoh.test",
    "payment_reminder",
    "en",
  );
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(headers["List-Unsubscribe"]).toMatch(
    /^<http[^<>\s]+\/api\/unsubscribe\/[\w-]{44}\/payment_reminder>$/,
  );
  expect(footerLink.url).toMatch(/\/en\/Unsubscribe\?t=[\w-]{44}&topic=payment_reminder$/);
});
