/*
 * Typed text with four marks: **bold**, *italic*, [words](https://address) or [words](/Shop), and lines that begin with "- " as a list.
 * Marks may stand inside each other. Everything else is text.
 */

const inline =
  /\*\*((?:\*[^*\n]+\*|[^*\n])+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]+)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+|\/(?!\/)(?:[^\s()]|\([^\s()]*\))*)\)/g;

export type Inline =
  | string
  | { readonly mark: "bold" | "italic"; readonly of: readonly Inline[] }
  | { readonly mark: "link"; readonly url: string; readonly of: readonly Inline[] };

/** A paragraph, or a list whose lines are its items. */
export interface RichBlock {
  readonly isList: boolean;
  readonly lines: readonly (readonly Inline[])[];
}

/** @param prepare changes a line before its marks are read */
export function readRichText(
  text: string,
  prepare: (line: string) => string = (line) => line,
): readonly RichBlock[] {
  return paragraphsOf(text).map((lines) => {
    const isList = isItem(lines[0]);
    return {
      isList,
      lines: lines.map((line) => readInline(prepare(isList ? line.slice(2) : line))),
    };
  });
}

const isItem = (line: string | undefined) => line?.startsWith("- ") === true;

/** Empty lines separate paragraphs; a list is its own block. */
function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [];
  let last: string[] | undefined;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (line.trim() === "") {
      last = undefined;
      continue;
    }
    if (last && isItem(line) === isItem(last[0])) last.push(line);
    else {
      last = [line];
      paragraphs.push(last);
    }
  }
  return paragraphs;
}

function readInline(line: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of line.matchAll(inline)) {
    const [whole, bold, italic, words = "", url = ""] = found;
    if (found.index > end) parts.push(line.slice(end, found.index));
    if (bold) parts.push({ mark: "bold", of: readInline(bold) });
    else if (italic) parts.push({ mark: "italic", of: readInline(italic) });
    else parts.push({ mark: "link", url, of: readInline(words) });
    end = found.index + whole.length;
  }
  if (end < line.length) parts.push(line.slice(end));
  return parts;
}
