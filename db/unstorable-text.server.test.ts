import { expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isUnstorableText } from "./unstorable-text.server.ts";

testDatabase();

const refusalOf = (query: Promise<unknown>) => query.catch((error: unknown) => error);

test.each([
  ["a text with U+0000", () => asSeed()`select ${"a\0b"}::text`],
  ["JSON with U+0000", () => asSeed()`select ${asSeed().json({ a: "\0" })}::jsonb ->> 'a'`],
  [
    "JSON with half of a surrogate pair",
    () => asSeed()`select ${asSeed().json(["\ud800"])}::jsonb`,
  ],
])("%s is unstorable", async (_, query) => {
  expect(isUnstorableText(await refusalOf(query()))).toBe(true);
});

test("other refusals are not about unstorable text", async () => {
  expect(isUnstorableText(await refusalOf(asSeed()`select ${"x"}::uuid`))).toBe(false);
  expect(isUnstorableText(await refusalOf(asSeed()`select 1 / 0`))).toBe(false);
});
