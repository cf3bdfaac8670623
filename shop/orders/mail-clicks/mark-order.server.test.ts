import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { placeOrderInputSchema } from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { makeBatch, makePromotion } from "#tests/support/builders/promotions.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 4 });
let person: Person;
let addressId = "";
let campaign = 0;
let version = 0;
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "a"));
  ({ person, addressId } = await makeCustomer("datang"));
  await subscribeMany(2);
  campaign = await startCampaign();
  await renderVersions(campaign, "https://shop.test");
  while ((await freezePage(campaign, "shop.test")) !== null);
  const [row] = await asSeed()<{ id: number }[]>`
    select id from private.mail_versions where campaign = ${campaign} and language = 'id'`;
  version = row?.id ?? 0;
});

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const markOf = async (orderId: string) => {
  const [mark] = await asSeed()`
    select campaign, version_id, via, link from private.order_marks where order_id = ${orderId}`;
  return mark ?? null;
};

/** Orders as a client asks for it. @returns the order's id */
async function order(
  mail_click: unknown,
  { codes = [] as string[], key = randomUUID() as string } = {},
): Promise<string> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const asked = await orderInput(person, { lines, promo_codes: codes, address_id: addressId });
  const input = v.parse(placeOrderInputSchema, { ...asked, mail_click });
  const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok) throw new Error(placed.problem.code);
  return placed.value.order.id;
}

test("an order names the campaign of a fresh click; any other click counts as none and hinders nothing", async () => {
  const k = `${campaign}.${version}.1`;
  const key = randomUUID();
  const id = await order({ k, at: ago(4.9) }, { key });
  expect(await markOf(id)).toEqual({ campaign, version_id: version, via: "click", link: 1 });
  // The same order, sent again after another click.
  expect(await order({ k: `${campaign}.${version}.2`, at: ago(0) }, { key })).toBe(id);
  const others: unknown[] = [
    ...[
      null,
      "x",
      5,
      {},
      { k },
      { k, at: "kemarin" },
      { k, at: "2026-02-31T25:61:00Z" },
      { k, at: "2026-02-31T24:59:59.9Z" },
      { k, at: ago(1), n: 1 },
    ],
    ...[
      { k, at: ago(5.1) },
      { k, at: ago(-1) },
      { k: `${campaign}.${version}.2`, at: ago(1) },
    ],
    ...[
      { k: `${campaign + 1}.${version}.1`, at: ago(1) },
      { k: "1.1", at: ago(1) },
    ],
  ];
  for (const [index, click] of others.entries()) {
    // One person may have ten unpaid orders.
    if (index % 8 === 0) ({ person, addressId } = await makeCustomer(`datang-${index}`));
    expect(await markOf(await order(click)), JSON.stringify(click)).toBeNull();
  }
});

test("a used code of a campaign counts whatever the device kept", async () => {
  const promotion = await makePromotion("");
  await asSeed()`update promotions set automatic = false where id = ${promotion}`;
  const [code = "", other = ""] = await makeBatch(await provenAdmin(), promotion, { count: 2 });
  await asSeed()`
    insert into private.mail_codes (campaign, n, code_id)
    select ${campaign}, 2, id from promo_codes where code = ${code}`;
  const [delivery] = await asSeed()<{ version_id: number }[]>`
    select version_id from private.mail_deliveries where campaign = ${campaign} and n = 2`;
  const later = await startCampaign();
  await renderVersions(later, "https://shop.test");
  const [row] = await asSeed()<{ id: number }[]>`
    select min(id) as id from private.mail_versions where campaign = ${later}`;
  const click = { k: `${later}.${row?.id}.1`, at: ago(0) };
  const byCode = await order(click, { codes: [code] });
  expect(await markOf(byCode)).toEqual({
    campaign,
    version_id: delivery?.version_id,
    via: "code",
    link: null,
  });
  const byClick = await order(click, { codes: [other] });
  expect(await markOf(byClick)).toMatchObject({ campaign: later, via: "click" });

  // Who is erased leaves the order's mark, which names nobody, and no code; one that was not sent is off.
  await asSeed()`
    select private.forget_mail_recipient(recipient_id) from private.mail_deliveries where campaign = ${campaign} and n = 2`;
  expect(await asSeed()`select from private.mail_codes`).toEqual([]);
  expect(await asSeed()`select active from promo_codes where code = ${code}`).toEqual([
    { active: false },
  ]);
  expect(await markOf(byCode)).toMatchObject({ campaign, via: "code" });
});
