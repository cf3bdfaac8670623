import { expect, test } from "vitest";
import { readFaqText } from "./faq-page.ts";
import { readPageText } from "./page-text.ts";

test("spaces around a heading are removed", () => {
  expect(readPageText("Awal\n#   Judul  dua  \nisi\n#Bukan\n#\nlagi")).toEqual([
    { heading: "", text: "Awal" },
    { heading: "Judul  dua", text: "isi\n#Bukan\n#\nlagi" },
  ]);
  expect(readFaqText("#  Umum \n##  Kapan? {#kapan}  \nBesok.\n## \nlagi")).toEqual([
    {
      title: "Umum",
      questions: [{ slug: "kapan", question: "Kapan?", answer: "Besok.\n## \nlagi" }],
    },
  ]);
});

test("T36: texts of any form are parsed in linear time", () => {
  const spaces = " ".repeat(1_000_000);
  const many = Array.from({ length: 60_000 }, () => "## a\nb").join("\n");
  // Code that takes quadratic time needs minutes for each of these.
  for (const text of [`#${spaces}\nx`, `##${spaces}\nx`, `#${spaces}x\u2028y`, `# g\n${many}`]) {
    expect(readPageText(text).length).toBeGreaterThan(0);
    expect(readFaqText(text)).toBeInstanceOf(Array);
  }
});

test("equal questions have different fragments", () => {
  const [group] = readFaqText("# g\n## a\nb\n## a-2\nb\n## a\nb\n## a\nb");
  expect(group?.questions.map(({ slug }) => slug)).toEqual(["a", "a-2", "a-3", "a-4"]);
});
