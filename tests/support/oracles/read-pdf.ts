/** The boxes of each page of a PDF as they stand in its page dictionaries, in points. */
export function pdfBoxes(pdf: Buffer): Record<string, number[]>[] {
  return [...pdf.toString("latin1").matchAll(/<<\s*\/Type \/Page\b[\s\S]*?\nendobj/g)].map(
    ([page]) =>
      Object.fromEntries(
        [...page.matchAll(/\/(\w+Box) \[([^\]]*)\]/g)].map(([, name, values = ""]) => [
          name,
          values.trim().split(/\s+/).map(Number),
        ]),
      ),
  );
}
