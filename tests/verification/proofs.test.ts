import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { proofsWith } from "./proofs.ts";

const root = path.join(import.meta.dirname, "..", "..");
/** How a test file names what `npm test` shortens or leaves out. */
const shortened = /support\/(runner\/(long-proof|whole-run)|doubles\/faults)\.ts"/;

test("`npm run verify` runs each file whole of which `npm test` runs a part", () => {
  const files = globSync("{bin,db,shop,backend,server,app,tests}/**/*.test.{ts,tsx}", { cwd: root })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => shortened.test(readFileSync(path.join(root, file), "utf8")));
  expect(files.length).toBeGreaterThan(60);
  const words = proofsWith(1).flatMap(([, ...words]) => words);
  expect(files.filter((file) => !words.some((word) => file.includes(word)))).toEqual([]);
});
