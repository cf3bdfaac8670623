import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const documents = [
  "traceability",
  "traceability-security",
  "traceability-production",
  "traceability-back-office",
  "traceability-designs",
  "traceability-mailing-list",
  "traceability-shopper",
  "traceability-speed",
].map((name) => `docs/${name}.md`);
/** Rows that name a file and the title of a test in it. */
const named = [
  ...documents
    .map(read)
    .join("\n")
    .matchAll(/^\| [^|]*\| `([^`]+\.test\.ts)`: (.*?)( \(`npm run verify`\))? *\|$/gm),
];

test("the tests that the traceability documents name exist under these names", () => {
  expect(named.length).toBeGreaterThan(330);
  const missing = named.filter(([, file = "", title = ""]) => !read(file).includes(`"${title}"`));
  expect(missing.map(([row]) => row)).toEqual([]);
});

test("what only `npm run verify` tries is marked so in the traceability documents", () => {
  const untrue = named.filter(([, file = "", title = "", mark]) => {
    const calls = read(file).replaceAll(/longProof(\.each\([^)]*\))?\(\s*/g, "longProof(");
    return calls.includes(`longProof("${title}"`) !== Boolean(mark);
  });
  expect(untrue.map(([row]) => row)).toEqual([]);
});
