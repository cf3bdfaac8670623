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
    .matchAll(/^\| [^|]*\| `([^`]+\.test\.ts)`: (.*?) *\|$/gm),
];

test("the tests that the traceability documents name exist under these names", () => {
  expect(named.length).toBeGreaterThan(330);
  const missing = named.filter(([, file = "", title = ""]) => !read(file).includes(`"${title}"`));
  expect(missing.map(([row]) => row)).toEqual([]);
});
