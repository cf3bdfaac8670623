import { expect, test } from "vitest";
import { readConfig } from "#base/config.server.ts";
import { securityContactEndpoint } from "./security-contact.ts";

const ask = async (env: Record<string, string>) => {
  const app = securityContactEndpoint(readConfig(env));
  const answer = await app.request("/.well-known/security.txt");
  return { status: answer.status, text: await answer.text() };
};

test("security.txt has the operator's contact and expires within a year", async () => {
  const PUBLIC_URL = "https://toko.test";
  const { status, text } = await ask({ PUBLIC_URL, SECURITY_CONTACT: "aman@toko.test" });
  expect(status).toBe(200);
  const fields = Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields).toMatchObject({
    Contact: "mailto:aman@toko.test",
    Canonical: "https://toko.test/.well-known/security.txt",
    "Preferred-Languages": "id, en",
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect([days > 150, days < 366]).toEqual([true, true]);
  const page = await ask({ SECURITY_CONTACT: "https://toko.test/keamanan" });
  expect(page.text).toContain("Contact: https://toko.test/keamanan\n");
});

test("without a contact, security.txt is 404 with an explanation", async () => {
  const { status, text } = await ask({});
  expect(status).toBe(404);
  expect(text).toContain("belum menetapkan kontak");
  expect(text).toContain("has not set a contact");
});

test("an invalid contact prevents the start", () => {
  expect(() => readConfig({ SECURITY_CONTACT: "javascript:alert(1)" })).toThrow("SECURITY_CONTACT");
});
