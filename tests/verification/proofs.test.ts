import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { filesLeft } from "#tests/support/runner/every-run.ts";
import { proofsWith } from "./proofs.ts";

const root = path.join(import.meta.dirname, "..", "..");
/** How a test file names what `npm test` shortens or leaves out. */
const shortened = /support\/(runner\/(long-proof|whole-run)|doubles\/faults)\.ts"/;

test("`npm run verify` runs each file whole that `npm test` leaves out or shortens", () => {
  const files = globSync("{bin,db,shop,backend,server,app,tests}/**/*.test.{ts,tsx}", { cwd: root })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => shortened.test(readFileSync(path.join(root, file), "utf8")));
  expect(files.length).toBeGreaterThan(60);
  const words = proofsWith(1).flatMap(([, ...words]) => words);
  const left = filesLeft().map((file) => file.replaceAll(path.sep, "/"));
  expect(left.length).toBeGreaterThan(60);
  expect([...files, ...left].filter((file) => !words.some((word) => file.includes(word)))).toEqual(
    [],
  );
});
