import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const sources = ["base", "db", "integrations", "shop", "backend", "server"].flatMap((folder) => [
  `${folder}/**/*.ts`,
  `${folder}/migrations/*.sql`,
]);
/** Locks with one key. Locks with two keys are a separate key space in PostgreSQL. */
const numbers = /pg_(?:try_)?advisory(?:_xact)?_lock\((\d+)\)|lockKey = ([\d_]+);/g;

test("each advisory lock has its own number, so unrelated work does not block", async () => {
  const places = new Map<string, Set<string>>();
  for await (const file of glob(sources, { cwd: root })) {
    if (file.endsWith(".test.ts")) continue;
    const text = await readFile(path.join(root, file), "utf8");
    for (const [, written, named] of text.matchAll(numbers)) {
      const number = (written ?? named ?? "").replaceAll("_", "");
      places.set(number, (places.get(number) ?? new Set()).add(file));
    }
  }
  expect(places.size).toBeGreaterThan(8);
  const shared = [...places].filter(([, files]) => files.size > 1);
  expect(shared.map(([number, files]) => [number, ...files])).toEqual([]);
});
