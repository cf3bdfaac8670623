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

/** Pixels and compression of each picture of a PDF. */
export function pdfPictures(pdf: Buffer): { width: number; height: number; filter: string }[] {
  const dictionaries = pdf.toString("latin1").matchAll(/\/Subtype \/Image[\s\S]*?>>/g);
  return [...dictionaries].map(([text]) => ({
    width: Number(/\/Width (\d+)/.exec(text)?.[1]),
    height: Number(/\/Height (\d+)/.exec(text)?.[1]),
    filter: /\/Filter \/(\w+)/.exec(text)?.[1] ?? "",
  }));
}
