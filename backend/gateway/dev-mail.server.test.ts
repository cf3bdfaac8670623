import { expect, test } from "vitest";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { devMailEndpoint } from "./dev-mail.server.ts";

testDatabase();
const endpoint = devMailEndpoint();

test("the outbox is readable as a page and as data, newest first, and harmless", async () => {
  const mail = { kind: "email", to: "a@b.test", text: "Buka https://shop.test/x?a=1&b=2" } as const;
  const first = await queueMail(asSeed(), {
    ...mail,
    subject: "<script>1</script>",
    html: "<b>satu</b>",
  });
  await queueMail(asSeed(), { kind: "sms", to: "+6281234567", text: "Kode 123456" });
  const data = await (await endpoint.request("/dev/mail.json")).json();
  expect(data.map((item: { kind: string }) => item.kind)).toEqual(["sms", "email"]);
  expect(Object.keys(data[1])).toEqual([
    "id",
    "kind",
    "to",
    "subject",
    "text",
    "html",
    "headers",
    "created_at",
    "status",
    "attempts",
    "last_error",
  ]);
  const page = await endpoint.request("/dev/mail");
  const html = await page.text();
  expect(html).not.toContain("<script");
  expect(html).toContain('<a href="https://shop.test/x?a=1&amp;b=2">');
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const one = await endpoint.request(`/dev/mail/${first}`);
  expect(await one.text()).toBe("<b>satu</b>");
  expect(one.headers.get("content-security-policy")).toContain("sandbox");
  expect((await endpoint.request(`/dev/mail/${crypto.randomUUID()}`)).status).toBe(404);
});
