import { Hono } from "hono";
import { beforeAll, expect, test } from "vitest";
import { renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { startCampaign } from "#tests/support/builders/campaigns.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { mailClickEndpoint } from "./mail-clicks.ts";

testDatabase();
const app = new Hono<Facts>();
let address = "198.51.100.7";
app.use(async (c, next) => {
  c.set("clientAddress", address);
  await next();
});
app.route("/", mailClickEndpoint());
const post = (body: string) => app.request("/api/mail-click", { method: "POST", body });
const click = (k: string, first: boolean) => post(JSON.stringify({ k, first }));

let campaign = 0;
let version = 0;
beforeAll(async () => {
  campaign = await startCampaign();
  await renderVersions(campaign, "https://shop.test");
  const [row] = await asSeed()<{ id: number; links: unknown }[]>`
    select id, links from private.mail_versions where campaign = ${campaign} and language = 'id'`;
  version = row?.id ?? 0;
  expect(row?.links).toEqual(["/Shop"]);
});

test("a click counts for its link and day, and answers for how long the device keeps it", async () => {
  await asSeed()`update private.mail_caps set click_days = 9`;
  const answers = await Promise.all(
    [true, false, true].map((first) => click(`${campaign}.${version}.1`, first)),
  );
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([200, { days: 9 }]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect(
    await asSeed()`select campaign, version_id, link, clicks, people from private.mail_clicks`,
  ).toEqual([{ campaign, version_id: version, link: 1, clicks: 3, people: 2 }]);
});

test("what names no link of a mail, is not readable, too large or too much counts nothing", async () => {
  const [before] = await asSeed()`select sum(clicks)::int as n from private.mail_clicks`;
  const strangers = [
    `${campaign}.${version}.2`,
    `${campaign + 1}.${version}.1`,
    `${campaign}.999999.1`,
  ];
  for (const k of strangers) expect((await click(k, true)).status).toBe(204);
  const codeOf = async (answer: Response) =>
    [answer.status, ((await answer.json()) as { error: { code: string } }).error.code] as const;
  const bad = [
    "",
    "{",
    "null",
    "[]",
    '{"k":1,"first":true}',
    '{"k":"1.1.1"}',
    '{"k":"1.1.1","first":true,"id":1}',
  ];
  const marks = [
    "",
    "1.1",
    "0.1.1",
    "1.1.1.1",
    "1.1.1000",
    "9999999999.1.1",
    "-1.1.1",
    "1.1.1;",
    "x",
  ];
  for (const body of [...bad, ...marks.map((k) => JSON.stringify({ k, first: true }))]) {
    expect(await codeOf(await post(body))).toEqual([400, "invalid_input"]);
  }
  expect(await codeOf(await post("x".repeat(201)))).toEqual([413, "request_entity_too_large"]);
  address = "203.0.113.9";
  await click("8.8.8", true);
  await asSeed()`update private.rate_limits set used = 600 where key like 'mail-click:203.%'`;
  const refused = await click(`${campaign}.${version}.1`, true);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await codeOf(refused)).toEqual([429, "too_many_requests"]);
  expect(await asSeed()`select sum(clicks)::int as n from private.mail_clicks`).toEqual([before]);
});
