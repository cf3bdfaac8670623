import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { newChallenge } from "#integrations/captcha/altcha.server.ts";
import { stopByOneClick } from "#shop/consent/change-choices.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { confirmSubscription } from "#shop/consent/subscribe/confirm-subscription.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { solved } from "#tests/support/browser/captcha.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { askForStockAlert } from "./ask-for-alert.server.ts";
import { notifyBackInStock, purgeStockAlerts } from "./notify-back-in-stock.server.ts";

testDatabase({ demo: true });
beforeAll(() => provideSecret(randomBytes(32)));

const context = async (over: object = {}) => ({
  idempotencyKey: randomUUID(),
  captchaToken: await solved(await newChallenge("stock_alert")),
  ip: randomUUID(),
  language: "id" as const,
  ...over,
});
/** A separate sold-out variant for each test. */
async function soldOut(): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`
    update product_variants set stock_band = 'out' where id = (
      select v.id from product_variants v join products p on p.id = v.product_id
      where p.slug = 'kaos-kawung-saku' and v.stock_band <> 'out' and not v.archived
        and not exists (select from private.stock_alerts a where a.variant_id = v.id)
      order by v.position limit 1)
    returning id`;
  if (!row) throw new Error("no variant is left to sell out");
  return row.id;
}
const comeBack = (variantId: string) =>
  asSeed()`update product_variants set stock_band = 'in' where id = ${variantId}`;
const mailsTo = (email: string) =>
  asSeed()<{ subject: string; text: string; headers: Record<string, string> }[]>`
    select subject, text, headers from private.outbox where recipient = ${email} and dedupe_key like 'stock:%' order by created_at`;
const alertsOf = (variantId: string) =>
  asSeed()<{ round: number; reported: boolean }[]>`
    select round, notified_at is not null as reported from private.stock_alerts where variant_id = ${variantId}`;

test("a stock alert is sent once, when the variant is available again, and links to that variant", async () => {
  const variant_id = await soldOut();
  const email = "tunggu@contoh.test";
  expect(await askForStockAlert({ email, variant_id }, await context())).toMatchObject({
    ok: true,
  });
  await notifyBackInStock();
  expect(await mailsTo(email)).toEqual([]);

  await comeBack(variant_id);
  await notifyBackInStock();
  await notifyBackInStock();
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Kaos Kawung Saku tersedia lagi");
  expect(mail?.text).toMatch(/\/item\/kaos-kawung-saku\?(colour|size)=/);
  expect(mail?.headers["List-Unsubscribe"]).toMatch(/\/stock>$/);
  expect(await alertsOf(variant_id)).toEqual([{ round: 1, reported: true }]);
});

test("repeated requests for one variant store one stock alert, also through different forms", async () => {
  const variant_id = await soldOut();
  const email = "dua@contoh.test";
  const given = await context();
  await askForStockAlert({ email, variant_id }, given);
  // The captcha token was used; the repetition needs none.
  expect(await askForStockAlert({ email, variant_id }, given)).toMatchObject({ ok: true });
  await askForStockAlert({ email, variant_id }, await context());
  expect(await alertsOf(variant_id)).toEqual([{ round: 1, reported: false }]);
});

test("off or paused, nothing is sent, and what came back meanwhile counts as missed", async () => {
  const variant_id = await soldOut();
  const email = "mati@contoh.test";
  await askForStockAlert({ email, variant_id }, await context());
  await asSeed()`select private.switch_automation('back_in_stock', false, null)`;
  await comeBack(variant_id);
  await notifyBackInStock();
  expect(await mailsTo(email)).toEqual([]);
  await asSeed()`select private.switch_automation('back_in_stock', true, null)`;
  await notifyBackInStock();
  expect(await mailsTo(email)).toEqual([]);
  const missed = await asSeed()`
    select q.skipped from private.automation_runs q join private.mail_recipients r on r.id = q.recipient_id
    where r.email = ${email}`;
  expect(missed).toEqual([{ skipped: "missed" }]);
  await asSeed()`update product_variants set stock_band = 'out' where id = ${variant_id}`;
  await askForStockAlert({ email, variant_id }, await context());
  await comeBack(variant_id);
  // They are asked for: they obey no cap and count for nothing in it.
  await asSeed()`update private.mail_caps set mails = 1`;
  await notifyBackInStock();
  expect(await mailsTo(email)).toHaveLength(1);
  const [capped] = await asSeed()`
    select private.is_mail_capped(id, 'news') as is_capped from private.mail_recipients where email = ${email}`;
  expect(capped).toEqual({ is_capped: false });
});

test("a request after the alert was sent makes a new alert", async () => {
  const variant_id = await soldOut();
  const email = "lagi@contoh.test";
  for (const round of [1, 2]) {
    await asSeed()`update product_variants set stock_band = 'out' where id = ${variant_id}`;
    await askForStockAlert({ email, variant_id }, await context());
    await comeBack(variant_id);
    await notifyBackInStock();
    expect(await alertsOf(variant_id)).toEqual([{ round, reported: true }]);
  }
  expect(await mailsTo(email)).toHaveLength(2);
});

test("unsubscribing stops alerts until a new request is confirmed; each step is recorded", async () => {
  const variant_id = await soldOut();
  const email = "henti@contoh.test";
  await askForStockAlert({ email, variant_id }, await context());
  const recipient = await recipientOf(asSeed(), email);
  await stopByOneClick(linkToken(recipient), "stock", {});
  await comeBack(variant_id);
  await notifyBackInStock();
  expect(await mailsTo(email)).toEqual([]);

  await asSeed()`update product_variants set stock_band = 'out' where id = ${variant_id}`;
  await askForStockAlert({ email, variant_id }, await context());
  await comeBack(variant_id);
  await notifyBackInStock();
  expect(await mailsTo(email)).toEqual([]);
  const [asked] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = ${email} and dedupe_key is null`;
  const token = /\/Subscribe\/([\w-]{43})/.exec(asked?.text ?? "")?.[1] ?? "";
  await confirmSubscription(token, { pressed: true });
  await notifyBackInStock();
  expect(await mailsTo(email)).toHaveLength(1);
  expect(
    await asSeed()`
      select action, source from private.mail_choice_events
      where recipient_id = ${recipient} order by id`,
  ).toEqual([
    { action: "wanted", source: "stock_form" },
    { action: "stopped", source: "one_click" },
    { action: "asked", source: "stock_form" },
    { action: "confirmed", source: "stock_form" },
  ]);
});

test("no alert is stored without a captcha, for an available variant, or for one that is not sold", async () => {
  const variant_id = await soldOut();
  const email = "tolak@contoh.test";
  const none = await context({ captchaToken: "" });
  expect(await askForStockAlert({ email, variant_id }, none)).toEqual({
    ok: false,
    problem: "captcha_missing",
  });
  expect(await askForStockAlert({ email, variant_id: randomUUID() }, await context())).toEqual({
    ok: false,
    problem: "variant_not_found",
  });
  await comeBack(variant_id);
  expect(await askForStockAlert({ email, variant_id }, await context())).toEqual({
    ok: false,
    problem: "in_stock",
  });
  expect(await alertsOf(variant_id)).toEqual([]);
});

test("the number of stock alerts per address is limited", async () => {
  const variant_id = await soldOut();
  const answers: unknown[] = [];
  for (let n = 0; n < 11; n++) {
    answers.push(
      await askForStockAlert({ email: "banyak@contoh.test", variant_id }, await context()),
    );
  }
  expect(answers.at(-2)).toMatchObject({ ok: true });
  expect(answers.at(-1)).toEqual({ ok: false, problem: "too_many_requests" });
});

test("a stock alert is deleted a month after it was sent, or after a year", async () => {
  const [met, old, young] = [await soldOut(), await soldOut(), await soldOut()];
  for (const variant_id of [met, old, young]) {
    await askForStockAlert({ email: `${variant_id}@contoh.test`, variant_id }, await context());
  }
  await asSeed()`update private.stock_alerts set notified_at = now() - interval '31 days' where variant_id = ${met}`;
  await asSeed()`update private.stock_alerts set asked_at = now() - interval '13 months' where variant_id = ${old}`;
  await purgeStockAlerts();
  expect([await alertsOf(met), await alertsOf(old)]).toEqual([[], []]);
  expect(await alertsOf(young)).toHaveLength(1);
});
