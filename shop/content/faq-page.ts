import * as v from "valibot";
import { maxPageText, pageSchema } from "./page.ts";
import { paragraphs } from "./text-fields.ts";

export interface FaqQuestion {
  /** The fragment of the address of the answer. */
  readonly slug: string;
  readonly question: string;
  /** Has the marks of shop/kernel/rich-text.ts. Empty where the answer follows the settings. */
  readonly answer: string;
}
export interface FaqQuestionGroup {
  readonly title: string;
  readonly questions: readonly FaqQuestion[];
}

/** Slugs of questions that may have no answer: it then follows the settings. */
export const settledQuestions = ["pajak", "akun", "salah-cetak", "berubah-pikiran"] as const;

/** Parses typed questions: `# ` starts a group, `## ` a question; `{#slug}` after it sets its fragment. */
export function readFaqText(text: string): readonly FaqQuestionGroup[] {
  const groups: {
    title: string;
    questions: { slug: string; question: string; lines: string[] }[];
  }[] = [];
  const used = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, marks, rest = ""] = /^(##?)\s+(\S.*)$/su.exec(line.trimEnd()) ?? [];
    if (marks === "#") groups.push({ title: rest, questions: [] });
    else if (marks === "##") {
      const [, question = rest, given] = /^(.*\S)\s*\{#([a-z0-9-]{1,60})\}$/.exec(rest) ?? [];
      if (groups.length === 0) groups.push({ title: "", questions: [] });
      groups
        .at(-1)
        ?.questions.push({ slug: freeSlug(given ?? slugOf(question), used), question, lines: [] });
    } else groups.at(-1)?.questions.at(-1)?.lines.push(line);
  }
  return groups.map(({ title, questions }) => ({
    title,
    questions: questions.map(({ slug, question, lines }) => ({
      slug,
      question,
      answer: lines.join("\n").trim(),
    })),
  }));
}

/** The reverse, for the text that a new draft starts with. */
export function writeFaqText(groups: readonly FaqQuestionGroup[]): string {
  return groups
    .flatMap(({ title, questions }) => [
      `# ${title}`,
      ...questions.flatMap(({ question, slug, answer }) => [
        `## ${question} {#${slug}}`,
        ...(answer ? [answer] : []),
      ]),
    ])
    .join("\n\n");
}

function slugOf(question: string): string {
  const slug = question
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  return slug || "tanya";
}

/** @param used the slugs so far, each with its last tried number, because trying all numbers takes quadratic time */
function freeSlug(slug: string, used: Map<string, number>): string {
  let free = slug;
  let n = used.get(slug) ?? 1;
  while (used.has(free)) free = `${slug}-${++n}`;
  used.set(slug, n);
  if (free !== slug) used.set(free, 1);
  return free;
}

const questionsText = v.pipe(
  paragraphs(maxPageText),
  v.check((text) => text === "" || readFaqText(text).length > 0, "question_missing"),
  v.check((text) => readFaqText(text).every(({ title }) => title !== ""), "group_missing"),
  v.check(
    (text) => readFaqText(text).every(({ questions }) => questions.length > 0),
    "question_missing",
  ),
  v.check(
    (text) => readFaqText(text).every(({ questions }) => questions.every(hasAnswer)),
    "answer_missing",
  ),
);

function hasAnswer({ slug, answer }: FaqQuestion): boolean {
  return answer !== "" || settledQuestions.some((settled) => settled === slug);
}

/** The page of questions and answers. */
export const faqSchema = v.strictObject({
  ...pageSchema.entries,
  text: v.strictObject({
    id: v.pipe(questionsText, v.minLength(1, "required")),
    en: questionsText,
  }),
});
