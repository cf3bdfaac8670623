import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { counted, plural } from "#base/plural.ts";

const root = path.join(import.meta.dirname, "../..");
const filesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
    (name) => `${folder}/${name}`,
  );

test("English counts have their singular", () => {
  expect([0, 1, 2].map((count) => counted(count, "order", "orders"))).toEqual([
    "0 orders",
    "1 order",
    "2 orders",
  ]);
  expect(counted("99+", "design", "designs")).toBe("99+ designs");
  expect(plural("1", "its", "their")).toBe("its");
});

test("no text decides about its plural by hand", () => {
  const texts = [
    ...filesOf("app").filter((file) => /messages\/(?:.+\/)?[\w.-]+\.ts$/.test(file)),
    ...filesOf("shop").filter((file) => /(?:-texts|\/compose-[\w-]+)\.ts$/.test(file)),
  ].filter((file) => !file.endsWith(".test.ts"));
  expect(texts.length).toBeGreaterThan(200);
  const byHand = /(?:[!=]==? ["']?1["']?|> 1|< 2|>= 2|<= 1)\s*\?/;
  const found = texts.filter((file) => byHand.test(readFileSync(path.join(root, file), "utf8")));
  expect(found).toEqual([]);
});

/** Words that end like nouns of several things. */
const others = new Set(
  "as backwards becomes belongs differs forwards gets goes has invites is less ms needs starts takes waits was".split(
    " ",
  ),
);
/** One event has a text of its own, which names its thing. */
const onlyOfSeveral = /notifications\.en\.ts:en\.several\./;

test("an English text that is given 1 speaks of one", async () => {
  const wrong = new Set<string>();
  let texts = 0;
  const look = (part: unknown, name: string): void => {
    if (typeof part === "function") {
      for (const one of [1, "1"]) {
        const said = call(part as Text, one);
        if (said !== undefined) look(said, name);
      }
    } else if (typeof part === "string") {
      texts += 1;
      const [, noun] = /(?<![\d×.,–-] ?)\b1 (?:more |new |public )?([a-z]+s)\b/.exec(part) ?? [];
      if (noun && !others.has(noun) && !onlyOfSeveral.test(name)) wrong.add(`${name}: ${part}`);
    } else if (typeof part === "object" && part !== null) {
      for (const [key, inner] of Object.entries(part)) look(inner, `${name}.${key}`);
    }
  };
  for (const file of filesOf("app").filter((name) => name.endsWith(".en.ts"))) {
    const name = file.slice("app/".length);
    const catalogue: Record<string, unknown> = await import(path.join(root, file));
    for (const [key, part] of Object.entries(catalogue)) look(part, `${name}:${key}`);
  }
  expect(texts).toBeGreaterThan(3_000);
  expect([...wrong]).toEqual([]);
});

type Text = (...figures: unknown[]) => unknown;

/** What a text of the catalogue says of one; nothing where it takes something else than a figure. */
function call(text: Text, one: number | string): unknown {
  try {
    return text(one, one, one, one);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
