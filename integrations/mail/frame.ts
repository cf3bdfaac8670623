import { initialOf } from "#base/initial.ts";
import type { Language } from "#base/language.ts";
import { escapeHtml } from "./escape-html.ts";
import { darkStyle, mono, palette, sans } from "./mail-style.ts";

/** What stands around the rows of every mail of the shop. Texts that end in `Html` are escaped by the caller. */
export interface MailFrame {
  readonly language: Language;
  readonly titleHtml: string;
  readonly shopName: string;
  /** Running number at the top right, e.g. `No. 001248`. */
  readonly number?: string | undefined;
  /** The preview text that an inbox shows after the subject. */
  readonly previewHtml: string;
  /** Table rows, see `mailRow`. */
  readonly rows: readonly string[];
  readonly footHtml: string;
}

/** Pixels of the sheet; narrower where the screen is. */
const width = 600;

/** Spaces of no width keep the beginning of the mail out of the preview line. */
const previewPadding = "&#847;&zwnj;&nbsp;".repeat(40);

/** Attributes of a table that only places things. */
export const plainTable = `role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/**
 * The one document of all mails: tables, inline styles and widths as attributes, because mail programs need them; Outlook
 * for Windows gets a table of fixed width. The shop's sign is drawn from text, so it shows where pictures are blocked.
 */
export function frameMail(frame: MailFrame): string {
  const { language, titleHtml, shopName, number, previewHtml, rows, footHtml } = frame;
  const numbered = number
    ? `<td align="right" class="muted" style="font:500 13px/20px ${mono};color:${palette.muted};white-space:nowrap">${escapeHtml(number)}</td>`
    : "";
  const head = `<table ${plainTable} width="100%"><tr><td width="34" height="34" align="center" class="mark" bgcolor="${palette.link}" style="width:34px;background:${palette.link};font:800 20px/34px ${sans};color:#FFFFFF" aria-hidden="true">${escapeHtml(initialOf(shopName))}</td><td class="ink" style="padding:0 12px;font:700 18px/24px ${sans};color:${palette.ink}">${escapeHtml(shopName)}</td>${numbered}</tr></table>`;
  return `<!doctype html><html lang="${language}" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${titleHtml}</title><!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,a,div,h1,h2{font-family:Arial,sans-serif!important}</style><![endif]--><style>${darkStyle}</style></head><body class="page" style="margin:0;padding:0;background:${palette.paper};color:${palette.ink}"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${previewHtml}${previewPadding}</div><table ${plainTable} class="page" width="100%" bgcolor="${palette.paper}" style="background:${palette.paper}"><tr><td align="center" style="padding:24px 12px"><!--[if mso]><table ${plainTable} width="${width}"><tr><td><![endif]--><table ${plainTable} class="card" width="100%" bgcolor="${palette.card}" style="max-width:${width}px;background:${palette.card};border:1px solid ${palette.rule}"><tr><td class="row ruled" style="padding:18px 28px;border-bottom:2px dotted ${palette.rule}">${head}</td></tr>${rows.join("")}<tr><td class="row muted ruled" style="padding:20px 28px;border-top:1px solid ${palette.rule};font:400 13px/20px ${sans};color:${palette.muted}">${footHtml}</td></tr></table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`;
}

/** A row of the sheet. */
export function mailRow(html: string): string {
  return html === "" ? "" : `<tr><td class="row" style="padding:0 28px 24px">${html}</td></tr>`;
}

/** Space above the first row. */
export const mailTop = `<tr><td style="height:24px;line-height:24px;font-size:0">&nbsp;</td></tr>`;

/**
 * A button that all of it can be tapped, also in Outlook for Windows, which ignores the padding of links but not of cells.
 * @param url a web address
 */
export function mailButton(text: string, url: string): string {
  return `<table ${plainTable}><tr><td class="button" bgcolor="${palette.link}" style="background:${palette.link};mso-padding-alt:14px 24px"><a href="${escapeHtml(url)}" class="button-text" style="display:inline-block;padding:14px 24px;font:600 16px/20px ${sans};color:#FFFFFF;text-decoration:none">${escapeHtml(text)}</a></td></tr></table>`;
}
