import type { Language } from "#base/language.ts";
import { blockHtml, paragraphs, statusHtml } from "./block-html.ts";
import type { MailBlock, MailFact, MailItem } from "./blocks.ts";
import { escapeHtml } from "./escape-html.ts";
import { frameMail, mailRow, mailTop } from "./frame.ts";
import { palette } from "./mail-style.ts";
import { webUrl } from "./web-url.ts";

export interface MailPage {
  readonly language: Language;
  readonly shopName: string;
  /** Running number at the top right, e.g. `No. 001248`. */
  readonly number?: string;
  /** The preview text that an inbox shows after the subject. */
  readonly preview: string;
  readonly blocks: readonly MailBlock[];
  readonly footer: string;
  /** A link at the very end, e.g. to unsubscribe. */
  readonly footerLink?: { readonly text: string; readonly url: string };
}

/** A mail that is ready to be queued. */
export interface ComposedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Names of its pictures that are attached when it is sent. */
  readonly pictures: readonly string[];
}

/** A mail as HTML and as text. */
export function layoutMail(page: MailPage): Omit<ComposedMail, "subject"> {
  const pictures = page.blocks.flatMap(picturesOf);
  return { html: htmlOf(page), text: textOf(page), pictures: [...new Set(pictures)] };
}

function picturesOf(block: MailBlock): string[] {
  if (block.kind === "picture") return [block.name];
  if (block.kind !== "items") return [];
  return block.items.flatMap(({ picture }) =>
    picture && "attached" in picture ? picture.attached : [],
  );
}

function htmlOf(page: MailPage): string {
  const rows = page.blocks.map((block) =>
    block.kind === "status" ? statusHtml(block) : mailRow(blockHtml(block)),
  );
  const link = page.footerLink
    ? `<br><a href="${escapeHtml(webUrl(page.footerLink.url))}" class="muted" style="color:${palette.muted};text-decoration:underline">${escapeHtml(page.footerLink.text)}</a>`
    : "";
  return frameMail({
    language: page.language,
    titleHtml: escapeHtml(page.shopName),
    shopName: page.shopName,
    number: page.number,
    previewHtml: escapeHtml(page.preview),
    rows: page.blocks[0]?.kind === "status" ? rows : [mailTop, ...rows],
    footHtml: `${paragraphs(page.footer)}${link}`,
  });
}

function textOf(page: MailPage): string {
  const head = page.number ? `${page.shopName} · ${page.number}` : page.shopName;
  const parts = page.blocks.flatMap(blockText);
  const link = page.footerLink ? `\n${page.footerLink.text}: ${webUrl(page.footerLink.url)}` : "";
  return `${[head, ...parts, `-- \n${page.footer}${link}`].join("\n\n")}\n`;
}

/** The parts of a block as text; none for a picture, whose words are in other blocks. */
function blockText(block: MailBlock): string[] {
  switch (block.kind) {
    case "picture":
      return [];
    case "button":
      return [buttonText(block)];
    case "status":
      return [block.heading, block.text, factsText(block.facts), buttonText(block.button)].filter(
        Boolean,
      );
    case "items":
      return [block.items.map(itemText).join("\n")];
    case "lines":
      return [[factsText(block.lines), block.stamp].filter(Boolean).join("\n")];
    default:
      return [block.text];
  }
}

function itemText({ name, detail, quantity, amount }: MailItem): string {
  return [[name, detail].filter(Boolean).join(", "), [quantity, amount].filter(Boolean).join(" = ")]
    .filter(Boolean)
    .join(": ");
}

function factsText(facts: readonly MailFact[]): string {
  return facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
}

function buttonText({ text, url }: { readonly text: string; readonly url: string }): string {
  return `${text}:\n${webUrl(url)}`;
}
