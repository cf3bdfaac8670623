import { expect, test } from "vitest";
import { fontRuns, unprintable } from "./paper-fonts.server.ts";

const fileOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

test.each([
  ["Rani Wijaya", ["plus-jakarta-sans-latin-400-normal.woff"]],
  ["Şükrü Öztürk", ["plus-jakarta-sans-latin-ext-400-normal.woff"]],
  ["Nguyễn Thị Ánh", ["plus-jakarta-sans-vietnamese-400-normal.woff"]],
  ["Ελένη", ["noto-sans-greek-400-normal.woff"]],
  ["Иван Петров", ["noto-sans-cyrillic-400-normal.woff"]],
  ["محمد علي", ["noto-naskh-arabic-400.ttf"]],
  ["Rani 🌸", ["noto-emoji-400.ttf"]],
])("a paper prints every letter of %s", (name, fonts) => {
  const runs = fontRuns(name, "text");
  expect(runs.map(({ text }) => text).join("")).not.toContain(unprintable);
  for (const font of fonts) expect(runs.map((run) => fileOf(run.font))).toContain(font);
});

test("a letter without a font prints as [?] and keeps its neighbours", () => {
  expect(fontRuns("王 Rani", "bold").map(({ text }) => text)).toEqual(["[?] Rani"]);
});

test("a letter and its combining mark print as one letter", () => {
  const [first, ...rest] = fontRuns("Ả".normalize("NFD"), "text");
  expect(first?.text).toBe("Ả");
  expect(rest).toEqual([]);
});

test("the words of an Arabic name run from right to left", () => {
  expect(fontRuns("محمد علي", "text").map(({ text }) => text)).toEqual(["علي محمد"]);
});
