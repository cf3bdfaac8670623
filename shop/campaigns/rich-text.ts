import { escapeHtml } from "#integrations/mail/escape-html.ts";
import { markNames } from "./slots.ts";

/*
 * Typed text with four marks: **bold**, *italic*, [words](https://address) or [words](/Shop), and lines that begin with "- " as a list.
 * Marks may stand inside each other. Everything else is text.
 */

const inline =
  /\*\*((?:\*[^*\n]+\*|[^*\n])+)\*\*|\*([^*\n]+)\*|\[([^\]\n]+)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+|\/(?!\/)(?:[^\s()]|\([^\s()]*\))*)\)/g;
/** What is written as a link, whatever its address. An address may have a pair of parentheses, as in `/Mug_(gelas)`. */
const written = /\[[^\]\n]+\]\(((?:[^()\n]|\([^()\n]*\))*)\)/g;

/** Gives the address that a mail has instead of a typed one. */
type Address = (url: string) => string;

/** @param linkStyle the style attribute of links */
export function richHtml(text: string, linkStyle: string, address: Address): string {
  return paragraphsOf(text)
    .map((lines) => {
      if (lines.every((line) => line.startsWith("- "))) {
        const items = lines.map(
          (line) => `<li>${inlineHtml(line.slice(2), linkStyle, address)}</li>`,
        );
        return `<ul style="margin:0 0 12px;padding:0 0 0 20px">${items.join("")}</ul>`;
      }
      const joined = lines.map((line) => inlineHtml(line, linkStyle, address)).join("<br>");
      return `<p style="margin:0 0 12px">${joined}</p>`;
    })
    .join("");
}

/** The same as plain text, with addresses behind the words. */
export function richText(text: string, address: Address): string {
  return paragraphsOf(text)
    .map((lines) => lines.map((line) => inlineText(line, address)).join("\n"))
    .join("\n\n");
}

/** Every address that is written as that of a link; one that cannot be a link stays text in the mail. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(written)].map(([, url = ""]) => url);
}

/** Paragraphs are divided by empty lines; a list is one of its own. */
function paragraphsOf(text: string): string[][] {
  const paragraphs: string[][] = [];
  let last: string[] | undefined;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (line.trim() === "") {
      last = undefined;
      continue;
    }
    const isItem = line.startsWith("- ");
    if (last && isItem === last[0]?.startsWith("- ")) last.push(line);
    else {
      last = [line];
      paragraphs.push(last);
    }
  }
  return paragraphs;
}

function inlineHtml(line: string, linkStyle: string, address: Address): string {
  const inside = (escaped: string): string =>
    escaped.replaceAll(
      inline,
      (_, bold?: string, italic?: string, words?: string, url?: string) => {
        if (bold) return `<strong>${inside(bold)}</strong>`;
        if (italic) return `<em>${inside(italic)}</em>`;
        const href = escapeHtml(address(unescapeHtml(url ?? "")));
        return `<a href="${href}" class="link" style="${linkStyle}">${inside(words ?? "")}</a>`;
      },
    );
  return inside(markNames(escapeHtml(line)));
}

function inlineText(line: string, address: Address): string {
  const inside = (text: string): string =>
    text.replaceAll(inline, (_, bold?: string, italic?: string, words?: string, url?: string) => {
      const marked = bold ?? italic;
      return marked === undefined
        ? `${inside(words ?? "")} (${address(url ?? "")})`
        : inside(marked);
    });
  return inside(markNames(line));
}

/** Undoes `escapeHtml`. */
function unescapeHtml(html: string): string {
  const characters: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
    amp: "&",
  };
  return html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? "");
}
