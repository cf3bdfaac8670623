import { randomBytes, randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { newChallenge } from "#integrations/captcha/altcha.server.ts";
import { solved } from "#tests/support/browser/captcha.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { answerEnquiry, setEnquiryClosed } from "./answer-enquiry.server.ts";
import { type EnquiryInput, enquirySchema } from "./enquiry.ts";
import { findEnquiry, listEnquiries } from "./read-enquiries.server.ts";
import { sendEnquiry } from "./send-enquiry.server.ts";

testDatabase({ demo: true });
beforeAll(() => provideSecret(randomBytes(32)));

const staff = demoPerson("staff@etalase.test");
const customer = demoPerson("customer@etalase.test");
const token = async () => solved(await newChallenge("contact"));
const input = (over: Partial<Record<keyof EnquiryInput, string>> = {}): EnquiryInput =>
  v.parse(enquirySchema, {
    name: "Rina",
    email: "Rina@Contoh.test",
    phone: "0812 3456 7890",
    order_number: "",
    topic: "product",
    message: "Apakah mug ini tahan mesin cuci?\r\nTerima kasih.",
    ...over,
  });
const context = async (over: object = {}) => ({
  idempotencyKey: randomUUID(),
  captchaToken: await token(),
  ip: randomUUID(),
  language: "id" as const,
  ...over,
});
const mailsAbout = (key: string) =>
  asSeed()<{ recipient: string; subject: string; text: string; headers: Record<string, string> }[]>`
    select recipient, subject, text, headers from private.outbox where dedupe_key like ${`enquiry:%:${key}`}
    order by dedupe_key`;
const stored = async () =>
  (await asSeed()`select count(*)::int as n from enquiries`)[0]?.n as number;

test("a message is one row and two mails, however often its form is sent", async () => {
  const given = await context();
  const first = await sendEnquiry(input(), given);
  if (!first.ok) throw new Error(JSON.stringify(first.problem));
  // The captcha token was used; the repetition needs none.
  expect(await sendEnquiry(input(), given)).toEqual(first);
  const rows = await asSeed()`
    select id, status, email, phone, order_number, message from enquiries where number = ${first.value.number}`;
  expect(rows).toEqual([
    {
      id: expect.any(String),
      status: "new",
      email: "rina@contoh.test",
      phone: "+6281234567890",
      order_number: null,
      message: "Apakah mug ini tahan mesin cuci?\nTerima kasih.",
    },
  ]);
  const mails = await mailsAbout(rows[0]?.id);
  expect(mails).toHaveLength(2);
  const [toShop, toSender] = mails;
  expect(toShop).toMatchObject({
    recipient: "halo@etalase.test",
    headers: { "Reply-To": "rina@contoh.test" },
  });
  expect(toShop?.text).toContain("Apakah mug ini tahan mesin cuci?");
  expect(toSender).toMatchObject({
    recipient: "rina@contoh.test",
    headers: { "Reply-To": "halo@etalase.test" },
  });
  // The mail to the sender's address, which is unconfirmed, contains nothing that the sender typed.
  expect(toSender?.text).not.toMatch(/Rina|mesin cuci/);
  await expect(
    sendEnquiry(input({ message: "Lain" }), { ...given, captchaToken: await token() }),
  ).rejects.toMatchObject({ code: "idempotency_key_reused" });
});

test("two concurrent submissions store one message", async () => {
  const key = { idempotencyKey: randomUUID() };
  const words = input({ message: "Dua kali tekan" });
  const both = await Promise.all([
    sendEnquiry(words, await context(key)),
    sendEnquiry(words, await context(key)),
  ]);
  expect(both[0]).toEqual(both[1]);
  const [row] = await asSeed()`
    select count(*)::int as n from enquiries where message = 'Dua kali tekan'`;
  expect(row?.n).toBe(1);
});

test("without a captcha nothing is stored", async () => {
  const before = await stored();
  const none = await sendEnquiry(input(), await context({ captchaToken: "" }));
  expect(none).toEqual({ ok: false, problem: { code: "captcha_missing" } });
  const wrong = await sendEnquiry(input(), await context({ captchaToken: "ditebak" }));
  expect(wrong).toEqual({ ok: false, problem: { code: "captcha_failed" } });
  expect(await stored()).toBe(before);
});

test("too many messages are rate-limited by connection and by e-mail address", async () => {
  const before = await stored();
  const ip = randomUUID();
  const tried = [];
  for (let i = 0; i < 21; i++) {
    tried.push(await sendEnquiry(input(), await context({ ip, captchaToken: "x" })));
  }
  expect(tried.slice(0, 20)).toEqual(
    Array(20).fill({ ok: false, problem: { code: "captcha_failed" } }),
  );
  expect(tried[20]).toMatchObject({ problem: { code: "too_many_enquiries" } });
  expect(await stored()).toBe(before);

  const answers = [];
  for (let i = 0; i < 6; i++) {
    const words = input({ email: "korban@contoh.test", message: `Pesan ${i}` });
    answers.push((await sendEnquiry(words, await context())).ok);
  }
  expect(answers).toEqual([true, true, true, true, true, false]);
});

test("no field can add a header or a second recipient", () => {
  const tries: [keyof EnquiryInput, string][] = [
    ["email", "a@b.test\r\nBcc: c@d.test"],
    ["email", "a@b.test,c@d.test"],
    ["email", "a@b.test c@d.test"],
    ["email", "<a@b.test>"],
    ["email", '"a"@b.test'],
    ["email", "a@b.test\0"],
    ["topic", "product\r\nBcc: c@d.test"],
  ];
  for (const [field, text] of tries) {
    expect(v.safeParse(enquirySchema, { ...input(), phone: "", [field]: text }).success, text).toBe(
      false,
    );
  }
  expect(input({ name: "Rina\r\nBcc: c@d.test" }).name).toBe("Rina  Bcc: c@d.test");
});

test("staff answer by mail once and archive messages; other roles see and change nothing", async () => {
  const sent = await sendEnquiry(
    input({ email: "tanya@contoh.test", order_number: "inv-99999" }),
    await context({ language: "en" }),
  );
  if (!sent.ok) throw new Error(sent.problem.code);
  const find = async (q: string) =>
    (await listEnquiries(staff, { status: null, q, page: 1 })).enquiries;
  const [listed] = await find(String(sent.value.number));
  const id = listed?.id ?? "";
  expect(await find("TANYA@contoh")).toHaveLength(1);
  expect(await find("100%")).toEqual([]);
  expect((await listEnquiries(customer, { status: null, q: "", page: 1 })).enquiries).toEqual([]);
  expect(await findEnquiry(customer, id)).toBeUndefined();
  expect(await findEnquiry(staff, "x")).toBeUndefined();

  const answer = { id: randomUUID(), text: "Yes, it is." };
  expect(await answerEnquiry(customer, id, answer)).toMatchObject({ ok: false });
  expect(await setEnquiryClosed(customer, id, true)).toMatchObject({ ok: false });
  expect(await answerEnquiry(staff, randomUUID(), answer)).toMatchObject({ ok: false });
  expect((await findEnquiry(staff, id))?.status).toBe("new");

  await answerEnquiry(staff, id, answer);
  await answerEnquiry(staff, id, answer);
  const found = await findEnquiry(staff, id);
  expect(found).toMatchObject({ status: "answered", order_id: null });
  expect(found?.answers).toMatchObject([{ text: "Yes, it is." }]);
  const mails = await mailsAbout(answer.id);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.recipient).toBe("tanya@contoh.test");
  expect(mails[0]?.subject).toMatch(/^Answer to message/);

  await setEnquiryClosed(staff, id, true);
  await setEnquiryClosed(staff, id, true);
  expect((await findEnquiry(staff, id))?.status).toBe("closed");
  await setEnquiryClosed(staff, id, false);
  expect((await findEnquiry(staff, id))?.status).toBe("answered");
});
