import type { TermsSection } from "./terms.server.ts";

/** Parses typed terms: a line that begins with `# ` is a heading, empty lines separate paragraphs. */
export function readTermsText(text: string): TermsSection[] {
  const sections: { heading: string; paragraphs: string[] }[] = [];
  for (const block of text.replace(/\r\n?/g, "\n").split(/\n(?=# )|\n\s*\n/)) {
    const [first = "", ...rest] = block.trim().split("\n");
    const heading = /^#\s(.*)$/su.exec(first)?.[1]?.trim();
    if (heading !== undefined) sections.push({ heading, paragraphs: [] });
    const paragraph = (heading === undefined ? [first, ...rest] : rest).join(" ").trim();
    if (!paragraph) continue;
    const last = sections.at(-1) ?? { heading: "", paragraphs: [] };
    if (sections.length === 0) sections.push(last);
    last.paragraphs.push(paragraph.replace(/\s+/g, " "));
  }
  return sections;
}

/** The reverse: a new draft starts with the current text. */
export function writeTermsText(sections: readonly TermsSection[]): string {
  return sections
    .map(({ heading, paragraphs }) => [`# ${heading}`, ...paragraphs].join("\n\n"))
    .join("\n\n");
}

/** Why a text cannot be published; undefined when it can. */
export function termsTextProblem(
  sections: readonly TermsSection[],
): "text_empty" | "heading_missing" | "paragraph_missing" | undefined {
  if (sections.length === 0) return "text_empty";
  if (sections.some(({ heading }) => heading === "")) return "heading_missing";
  if (sections.some(({ paragraphs }) => paragraphs.length === 0)) return "paragraph_missing";
  return undefined;
}
