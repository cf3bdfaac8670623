import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { mailSamples } from "../samples/mail-samples.ts";
import { mailPreviewEndpoint } from "./mail-previews.ts";

testDatabase({ demo: true });
beforeAll(() => provideSecret(Buffer.alloc(32, "a")));
const endpoint = mailPreviewEndpoint("http://shop.test");
const get = async (path: string) => {
  const answer = await endpoint.request(`/dev/mail/kinds${path}`);
  return { status: answer.status, text: await answer.text() };
};

test("every kind renders in both languages, as HTML and as text, without empty placeholders", async () => {
  const list = await get("");
  for (const { name } of mailSamples) {
    expect(list.text).toContain(`/dev/mail/kinds/${name}/id"`);
    const [id, en] = await Promise.all([get(`/${name}/id`), get(`/${name}/en`)]);
    expect([name, id.status, en.status]).toEqual([name, 200, 200]);
    const isSms = name.endsWith("-sms");
    const pages = await Promise.all([get(`/${name}/id/html`), get(`/${name}/en/html`)]);
    expect(pages.map(({ status }) => status)).toEqual(isSms ? [404, 404] : [200, 200]);
    for (const { text } of [id, en, ...pages]) {
      expect(text, name).not.toMatch(/undefined|\bnull\b|NaN|\[object|Invalid Date|\{\w+\}/);
    }
    for (const { text } of isSms ? [] : pages) expect(text.match(/<h1/g), name).toHaveLength(1);
    // The mail to the shop itself is always in Indonesian.
    if (name !== "enquiry-new")
      expect(pages[0]?.text === pages[1]?.text && !isSms, name).toBe(false);
  }
  expect(new Set(mailSamples.map(({ name }) => name)).size).toBe(mailSamples.length);
});

test("an unknown kind or language answers 404", async () => {
  for (const path of ["/nope/id", "/order-paid/fr", "/__proto__/id", "/order-paid/fr/html"]) {
    expect((await get(path)).status).toBe(404);
  }
});

/** Sources that queue messages compose them by functions which the samples use; so a new kind has a preview. */
test("every message that is sent has a preview", () => {
  const sources = ["app", "backend", "integrations", "server", "shop"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file));
  const samples = readdirSync("server/samples")
    .map((file) => readFileSync(`server/samples/${file}`, "utf8"))
    .join();
  const senders = sources.filter((file) => {
    const text = readFileSync(file, "utf8");
    return /\bqueueMail\(/.test(text) && !file.endsWith("outbox.server.ts");
  });
  expect(senders.length).toBeGreaterThan(8);
  for (const file of senders) {
    const text = readFileSync(file, "utf8");
    const calls = text.match(/\bqueueMail\(/g)?.length ?? 0;
    const composers = new Set(text.match(/\bcompose[A-Z]\w+(?=\()/g) ?? []);
    expect(
      composers.size,
      `${file} writes a message that no sample can show`,
    ).toBeGreaterThanOrEqual(calls);
    for (const name of composers) {
      expect(samples.includes(`${name}(`), `${name} of ${file} is in no sample`).toBe(true);
    }
  }
});
