import { escapeHtml } from "#integrations/mail/escape-html.ts";
import { type Inline, readRichText } from "#shop/kernel/rich-text.ts";
import { markNames } from "./slots.ts";

/** What is written as a link, whatever its address. An address may have a pair of parentheses, as in `/Mug_(gelas)`. */
const written = /\[[^[\]\n]+\]\(((?:[^()\n]|\([^()\n]*\))*)\)/g;

/** Gives the address that a mail has instead of a typed one. */
type Address = (url: string) => string;

/** @param linkStyle the style attribute of links */
export function richHtml(text: string, linkStyle: string, address: Address): string {
  const html = (parts: readonly Inline[]): string =>
    parts
      .map((part) => {
        if (typeof part === "string") return escapeHtml(part);
        const words = html(part.of);
        if (part.mark !== "link") {
          return part.mark === "bold" ? `<strong>${words}</strong>` : `<em>${words}</em>`;
        }
        const href = escapeHtml(address(part.url));
        return `<a href="${href}" class="link" style="${linkStyle}">${words}</a>`;
      })
      .join("");
  return readRichText(text, markNames)
    .map(({ isList, lines }) => {
      if (!isList) return `<p style="margin:0 0 12px">${lines.map(html).join("<br>")}</p>`;
      const items = lines.map((line) => `<li>${html(line)}</li>`);
      return `<ul style="margin:0 0 12px;padding:0 0 0 20px">${items.join("")}</ul>`;
    })
    .join("");
}

/** The same as plain text, with addresses behind the words. */
export function richText(text: string, address: Address): string {
  const plain = (parts: readonly Inline[]): string =>
    parts
      .map((part) => {
        if (typeof part === "string") return part;
        const words = plain(part.of);
        return part.mark === "link" ? `${words} (${address(part.url)})` : words;
      })
      .join("");
  return readRichText(text, markNames)
    .map(({ isList, lines }) =>
      lines.map((line) => (isList ? `- ${plain(line)}` : plain(line))).join("\n"),
    )
    .join("\n\n");
}

/** Every address that is written as that of a link; one that cannot be a link stays text in the mail. */
export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(written)].map(([, url = ""]) => url);
}
