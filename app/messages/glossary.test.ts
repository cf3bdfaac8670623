import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");

/** The words to avoid, by language. */
function readGlossary(): Record<"id" | "en", readonly string[]> {
  const page = readFileSync(path.join(import.meta.dirname, "GLOSSARY.md"), "utf8");
  const [, indonesian = "", english = ""] = page.split(/^## /m);
  const avoided = (part: string) =>
    part
      .split("\n")
      .filter((line) => line.startsWith("|") && !/^\| (thing|-)/.test(line))
      .flatMap((line) => (line.split("|")[3] ?? "").split(",").map((word) => word.trim()))
      .filter((word) => word !== "" && word !== "–");
  return { id: avoided(indonesian), en: avoided(english) };
}

interface Text {
  readonly place: string;
  readonly text: string;
}

/** The literals of a file, each with its line; keys and code around them are no text. */
function literals(file: string): Text[] {
  const lines = readFileSync(path.join(root, file), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*|import|} from)/.test(line)) return [];
    const found = line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
    return [...found].map((match) => ({
      place: `${file}:${index + 1}`,
      text: (match[1] ?? match[2] ?? "").replace(/\$\{[^}]*\}/g, ""),
    }));
  });
}

const catalogues = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.includes("messages/"))
  .map((name) => `app/${name}`);

test.each(["id", "en"] as const)("the %s catalogues use the words of the glossary", (language) => {
  const words = readGlossary()[language];
  expect(words.length).toBeGreaterThan(8);
  const pattern = new RegExp(`(?<![\\w-])(?:${words.join("|")})(?![\\w-]| server)`, "i");
  const texts = catalogues
    .filter((file) => file.endsWith(`.${language}.ts`))
    .flatMap((file) => literals(file));
  expect(texts.length).toBeGreaterThan(1_000);
  // A key or a code is no text.
  const isText = ({ text }: Text) => /[A-Z ]/.test(text);
  const found = texts
    .filter((one) => isText(one) && pattern.test(one.text))
    .map(({ place, text }) => `${place} ${pattern.exec(text)?.[0]}: ${text}`);
  expect(found).toEqual([]);
});

/** The texts of mails and papers. Some files have both languages. */
const mails = readdirSync(path.join(root, "shop"), { recursive: true, encoding: "utf8" })
  .filter((name) => /(?:-texts(?:\.(?:id|en))?|\/compose-[\w-]+-mail)\.ts$/.test(name))
  .map((name) => `shop/${name}`);

test("mails and papers use no word that either language avoids", () => {
  expect(mails.length).toBeGreaterThan(10);
  const { id, en } = readGlossary();
  const pattern = new RegExp(`(?<![\\w-])(?:${[...id, ...en].join("|")})(?![\\w-]| server)`, "i");
  const found = mails
    .flatMap((file) => literals(file))
    .filter(({ text }) => / /.test(text) && pattern.test(text))
    .map(({ place, text }) => `${place} ${pattern.exec(text)?.[0]}: ${text}`);
  expect(found).toEqual([]);
});

test.each([
  [
    "id",
    /tidak (?:dapat|bisa) dikembalikan karena berubah pikiran/,
    /cetak ulang atau kembalikan dana/,
  ],
  [
    "en",
    /(?:no return|(?:cannot|can't) be returned) for a change of mind/i,
    /(?:print (?:it|them) again|reprint them) or (?:return your money|refund you)/,
  ],
] as const)(
  "no %s text about goods made for a buyer refuses a return without what may be claimed",
  (language, refuses, claims) => {
    const isMadeForBuyer = /khusus untuk Anda|made for you/i;
    const texts = [...catalogues.filter((file) => file.endsWith(`.${language}.ts`)), ...mails]
      .flatMap((file) => literals(file))
      .filter(({ text }) => isMadeForBuyer.test(text) && refuses.test(text));
    // The product's page, the checkout and the order, the proof, the terms and both mails.
    expect(texts.length).toBeGreaterThanOrEqual(6);
    expect(texts.filter(({ text }) => !claims.test(text))).toEqual([]);
  },
);
