import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { languages } from "#base/language.ts";
import { messageOf } from "./messages.ts";

const root = path.join(import.meta.dirname, "..", "..");

test("every 4xx error code has its own message in both languages", async () => {
  const codes = new Set<string>();
  for (const folder of ["base", "db", "integrations", "shop", "backend", "app", "server"]) {
    for await (const file of glob(`${folder}/**/*.ts`, { cwd: root })) {
      if (file.endsWith(".test.ts")) continue;
      const text = await readFile(path.join(root, file), "utf8");
      for (const [, code = ""] of text.matchAll(/new AppError\(\s*"([a-z_]+)",\s*4\d\d/g))
        codes.add(code);
    }
  }
  expect(codes.size).toBeGreaterThan(20);
  const withoutMessage = [...codes].filter((code) =>
    languages.some((language) => messageOf(code, language) === messageOf("unexpected", language)),
  );
  expect(withoutMessage.sort()).toEqual([]);
});
