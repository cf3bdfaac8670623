import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEmail } from "./email-address.ts";

const good = "rani.uji@contoh.example";

describe("readEmail", () => {
  test.each([
    ["a zero-width space", `\u200b${good}`],
    ["a soft hyphen", "rani.uji@con\u00adtoh.example"],
    ["marks of direction", `\u202d${good}\u202c`],
    ["a scheme", `mailto:${good}`],
    ["a scheme in capital letters with a space", `MAILTO: ${good}`],
    ["a dot at the end", `${good}.`],
    ["a comma at the end", `${good},`],
    ["a no-break space", `\u00a0${good}\u202f`],
    ["capital letters", "Rani.Uji@Contoh.EXAMPLE"],
    ["a byte order mark", `\ufeff${good}`],
  ])("reads an address with %s", (_, typed) => {
    expect(readEmail(typed)).toBe(good);
  });

  test.each([
    [
      "a domain whose dash is no hyphen",
      "rani@contoh\u2011satu.example",
      "rani@contoh-satu.example",
    ],
    ["a plus part", "rani+toko@contoh.example", "rani+toko@contoh.example"],
    ["a domain in Punycode", "rani@contoh.xn--p1ai", "rani@contoh.xn--p1ai"],
    [
      "64 letters before the @",
      `${"a".repeat(64)}@contoh.example`,
      `${"a".repeat(64)}@contoh.example`,
    ],
  ])("takes %s", (_, typed, email) => {
    expect(readEmail(typed)).toBe(email);
  });

  test.each([
    ["nothing", ""],
    ["no @", "rani.contoh.example"],
    ["no dot in the domain", "rani@contoh"],
    ["two addresses", "rani@contoh.example,budi@contoh.example"],
    ["a header", "rani@contoh.example\r\nBcc: budi@contoh.example"],
    ["a name beside it", "Rani <rani@contoh.example>"],
    ["a space inside", "rani uji@contoh.example"],
    ["a letter that is not ASCII", "ýdi@contoh.example"],
    ["a letter that lowers to ASCII", "\u212aadek@contoh.example"],
    ["reversed text", "\u202eelpmaxe.hotnoc@inar"],
    ["a dot before the @", "rani.@contoh.example"],
    ["a dot at the start", ".rani@contoh.example"],
    ["two dots", "rani..uji@contoh.example"],
    ["two dots in the domain", "rani@contoh..example"],
    ["a hyphen at the end of a label", "rani@contoh-.example"],
    ["a number as the last label", "rani@192.168.0.1"],
    ["65 letters before the @", `${"a".repeat(65)}@contoh.example`],
    [
      "255 characters",
      `rani@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`,
    ],
    ["10,000 characters", `${"a".repeat(10_000)}@contoh.example`],
  ])("refuses %s", (_, typed) => {
    expect(readEmail(typed)).toBeUndefined();
  });
});

test("the database checks the same shape", () => {
  const code = readFileSync(new URL("email-address.ts", import.meta.url), "utf8");
  const sql = readFileSync(new URL("../db/migrations/0001_roles.sql", import.meta.url), "utf8");
  const inCode = /\/\^\(\?=\[\^@\]\{1,64\}@\)(.+)\$\//.exec(code)?.[1]?.replaceAll("(?:", "(");
  const inSql = /address ~ '\^(.+)\$'/.exec(sql)?.[1]?.replaceAll("''", "'");
  expect(inSql).toBe(inCode);
  expect(inSql).toBeTruthy();
});
