/** A part of a page. `text` has the marks of shop/kernel/rich-text.ts. */
export interface PageSection {
  /** Empty for text above the first heading. */
  readonly heading: string;
  readonly text: string;
}

/** Cuts typed text at the lines that begin with `# `. Everything else, also HTML, stays text. */
export function readPageText(text: string): readonly PageSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  for (const line of text.split("\n")) {
    const heading = /^#\s+(\S.*)$/su.exec(line.trimEnd())?.[1];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading, lines: [] });
  }
  return sections
    .map(({ heading, lines }) => ({ heading, text: lines.join("\n").trim() }))
    .filter(({ heading, text }) => heading !== "" || text !== "");
}

/** The reverse, for the text that a new draft starts with. */
export function writePageText(
  sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[],
): string {
  return sections
    .map(({ heading, paragraphs }) =>
      [...(heading ? [`# ${heading}`] : []), ...paragraphs].join("\n\n"),
    )
    .join("\n\n");
}
