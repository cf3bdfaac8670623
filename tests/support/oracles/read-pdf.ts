import { inflateSync } from "node:zlib";

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

/** The drawing operations of all pages. */
export function pdfContents(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\n/g)]
    .filter(({ index }) => !text.slice(text.lastIndexOf(" obj", index), index).includes("/N 3"))
    .map(({ index, 0: head }) => {
      const start = index + head.length;
      return inflateSync(pdf.subarray(start, text.indexOf("endstream", start))).toString("latin1");
    })
    .join("\n");
}
