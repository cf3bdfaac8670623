import type { Language } from "#base/language.ts";

/** One part of a mail, top to bottom. All texts are plain; the layout escapes them. */
export type MailBlock =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "note"; readonly text: string }
  /** A picture that is attached when the mail is sent; `name` is of letters, digits and `-`. */
  | { readonly kind: "picture"; readonly name: string; readonly alt: string }
  /** A code to copy, large and monospaced. */
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "button"; readonly text: string; readonly url: string }
  /** Ruled lines of a receipt; a double rule separates the last `totals` of them. */
  | {
      readonly kind: "lines";
      readonly lines: readonly { readonly label: string; readonly value: string }[];
      readonly totals?: number;
    };

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

const ink = "#14183A";
const paper = "#F6F7F5";
const card = "#FFFFFF";
const carbon = "#2B39A6";
const muted = "#565C78";
const rule = "#C9CDDD";
const sans = "'Plus Jakarta Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const mono = "'Martian Mono',ui-monospace,Menlo,Consolas,monospace";

/** A mail that is ready to be queued. */
export interface ComposedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Names of its pictures. */
  readonly pictures: readonly string[];
}

/** A mail as HTML (tables and inline styles, as mail programs require) and as text. */
export function layoutMail(page: MailPage): Omit<ComposedMail, "subject"> {
  const pictures = page.blocks.flatMap((block) => (block.kind === "picture" ? block.name : []));
  return { html: htmlOf(page), text: textOf(page), pictures: [...new Set(pictures)] };
}

function htmlOf(page: MailPage): string {
  const rows = page.blocks
    .map((block) => `<tr><td style="padding:0 32px 24px">${blockHtml(block)}</td></tr>`)
    .join("");
  const number = page.number
    ? `<td align="right" style="font:500 13px/20px ${mono};color:${muted}">${escapeHtml(page.number)}</td>`
    : "";
  const link = page.footerLink
    ? `<br><a href="${escapeHtml(safeUrl(page.footerLink.url))}" style="color:${muted}">${escapeHtml(page.footerLink.text)}</a>`
    : "";
  return `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(page.shopName)}</title></head><body style="margin:0;padding:0;background:${paper};color:${ink}"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(page.preview)}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${card};border:1px solid ${rule}"><tr><td style="padding:24px 32px;border-bottom:2px dotted ${rule}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="font:700 18px/24px ${sans};color:${ink}">${escapeHtml(page.shopName)}</td>${number}</tr></table></td></tr><tr><td style="height:32px;line-height:32px;font-size:0">&nbsp;</td></tr>${rows}<tr><td style="padding:16px 32px 24px;border-top:1px solid ${rule};font:400 13px/20px ${sans};color:${muted}">${paragraphs(page.footer)}${link}</td></tr></table></td></tr></table></body></html>`;
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
      return `<h1 style="margin:0;font:700 28px/34px ${sans};color:${ink}">${escapeHtml(block.text)}</h1>`;
    case "text":
      return `<div style="font:400 16px/26px ${sans};color:${ink}">${paragraphs(block.text)}</div>`;
    case "note":
      return `<div style="font:400 14px/22px ${sans};color:${muted}">${paragraphs(block.text)}</div>`;
    case "picture":
      return `<img src="cid:${escapeHtml(block.name)}" alt="${escapeHtml(block.alt)}" width="240" style="display:block;width:240px;max-width:100%;height:auto;border:1px solid ${rule}">`;
    case "code":
      return `<div style="padding:16px;background:${paper};border:1px solid ${rule};font:600 28px/34px ${mono};letter-spacing:6px;color:${ink};text-align:center">${escapeHtml(block.text)}</div>`;
    case "button":
      return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${carbon}"><a href="${escapeHtml(safeUrl(block.url))}" style="display:inline-block;padding:14px 24px;font:600 16px/20px ${sans};color:#FFFFFF;text-decoration:none">${escapeHtml(block.text)}</a></td></tr></table>`;
    case "lines": {
      const firstTotal = block.lines.length - (block.totals ?? 0);
      const rows = block.lines.map(({ label, value }, index) => {
        const top = index === firstTotal && index > 0 ? `3px double ${ink}` : `1px solid ${rule}`;
        const weight = index >= firstTotal ? 700 : 400;
        return `<tr><td style="padding:10px 8px 10px 0;border-top:${top};font:${weight} 15px/22px ${sans};color:${ink}">${escapeHtml(label)}</td><td align="right" style="padding:10px 0;border-top:${top};font:${weight} 14px/22px ${mono};color:${ink};white-space:nowrap">${escapeHtml(value)}</td></tr>`;
      });
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join("")}</table>`;
    }
  }
}

function textOf(page: MailPage): string {
  const head = page.number ? `${page.shopName} · ${page.number}` : page.shopName;
  const parts = page.blocks.flatMap((block) => {
    // Its words are in other blocks.
    if (block.kind === "picture") return [];
    if (block.kind === "button") return `${block.text}:\n${safeUrl(block.url)}`;
    if (block.kind !== "lines") return block.text;
    return block.lines.map(({ label, value }) => `${label}: ${value}`).join("\n");
  });
  const link = page.footerLink ? `\n${page.footerLink.text}: ${safeUrl(page.footerLink.url)}` : "";
  return `${[head, ...parts, `-- \n${page.footer}${link}`].join("\n\n")}\n`;
}

function paragraphs(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

/** Only web addresses: any other link in a mail is a mistake or an attack. */
function safeUrl(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new TypeError("a mail button needs a web address");
  return url;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
