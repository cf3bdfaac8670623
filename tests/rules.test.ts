import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findRuleTests, readRules, ruleTestsIn } from "#tests/support/runner/rule-tests.ts";

const root = path.join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const folders = ["app", "backend", "base", "bench", "db", "docs", "integrations", "server", "shop"];
const files = [...folders, "tests"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|sql|md)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const rules = readRules();

/** Numbers as they are cited: "rules 3 to 6", "business rules 1 and 8", "I1–I3", "threat T42". */
function cited(text: string): string[] {
  const byWord = [...text.matchAll(/\brules? (\d+)(?:(?: to |–|, | and )(\d+))*/g)].flatMap(
    ([all]) => all.match(/\d+/g)?.map((number) => `rule ${number}`) ?? [],
  );
  const byLetter = [...text.matchAll(/(?<![\w$#-])([IRT]\d{1,2})(?!\w|[.:]\d)/g)].map(
    ([, number = ""]) => number,
  );
  return [...byWord, ...byLetter];
}

test("a citation is found in a sentence, at its end and in a title", () => {
  expect(cited("Business rules 3 to 6 and invariants I1–I3. See threat T42.")).toEqual([
    "rule 3",
    "rule 6",
    "I1",
    "I3",
    "T42",
  ]);
  expect(cited('"R9: twice is once", at 2026-11-24T17:05, T5.6 and sT41')).toEqual(["R9"]);
});

test("every rule, invariant, fault and threat that is cited is defined", () => {
  const defined = new Set(rules.map(({ number }) => number));
  expect(defined.size).toBeGreaterThanOrEqual(12 + 12 + 30 + 44);
  const missing = files
    .filter((file) => !file.startsWith("db/seed/"))
    .flatMap((file) =>
      cited(read(file))
        .filter((number) => !defined.has(number))
        .map((number) => `${file}: ${number}`),
    );
  expect(missing).toEqual([]);
});

test("a test shows a rule by the number at the start of its title", () => {
  const text = `
    test("R9: one", async () => {});
    test.each([["R8: a value", 1]] as const)(
      "rule 4, R14, T13: two %s",
      async () => {},
    );
    longProof("I2: three: \\"four\\"", { timeout: 60_000 }, async () => {});
    describe.runIf(hasBrowser)("T5: five", () => {});
    test.skip("T6: skipped", async () => {});
    test("in a sentence, R7: six", async () => {});
  `;
  const found = ruleTestsIn("a.test.ts", text);
  expect(found.map(({ numbers, isLongProof }) => [...numbers, isLongProof])).toEqual([
    ["R9", false],
    ["rule 4", "R14", "T13", false],
    ["I2", true],
    ["T5", false],
  ]);
  expect(found[1]).toMatchObject({ file: "a.test.ts", title: "rule 4, R14, T13: two %s" });
});

test("every rule has a test, or its row in docs/rules.md says why it has none", () => {
  const shown = new Set(findRuleTests().flatMap(({ numbers }) => numbers));
  const missing = rules.filter(
    ({ number, withoutTest }) => withoutTest === undefined && !shown.has(number),
  );
  expect(missing.map(({ number }) => number)).toEqual([]);
  const needless = rules.filter(
    ({ number, withoutTest }) => withoutTest !== undefined && shown.has(number),
  );
  expect(needless.map(({ number }) => number)).toEqual([]);
});

const reasons = readdirSync(path.join(root, "docs/why")).filter((name) => name !== "README.md");

test("docs/why/README.md lists every file of its folder", () => {
  const index = read("docs/why/README.md");
  expect(reasons).not.toEqual([]);
  expect(reasons.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test("files in docs/why have at most 150 lines, and their README.md 40", () => {
  const lines = (name: string) => read(`docs/why/${name}`).trimEnd().split("\n").length;
  expect(reasons.filter((name) => lines(name) > 150)).toEqual([]);
  expect(lines("README.md")).toBeLessThanOrEqual(40);
});

test("every cited file of docs/why exists", () => {
  const inFolders = ["bin", "deploy", "photography"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(mjs|ya?ml|md)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const inRoot = readdirSync(root).filter((name) =>
    /\.(md|ts|jsonc|ya?ml)$|^Dockerfile$/.test(name),
  );
  const cited = [...files, ...inFolders, ...inRoot].flatMap((file) =>
    [...read(file).matchAll(/\bwhy\/([a-z-]+\.md)/g)].map(([, name = ""]) => ({ file, name })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ name }) => name !== "README.md" && !reasons.includes(name))).toEqual([]);
});
