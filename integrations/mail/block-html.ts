import type { MailBlock, MailFact, MailItem } from "./blocks.ts";
import { escapeHtml } from "./escape-html.ts";
import { mailButton, plainTable } from "./frame.ts";
import { copies, mono, palette, sans } from "./mail-style.ts";
import { webUrl } from "./web-url.ts";

/** A block other than the status, as HTML for a row of the sheet. */
export function blockHtml(block: Exclude<MailBlock, { kind: "status" }>): string {
  switch (block.kind) {
    case "heading":
      return headingHtml(block.text);
    case "text":
      return textHtml(block.text);
    case "note":
      return `<div class="muted" style="font:400 14px/22px ${sans};color:${palette.muted}">${paragraphs(block.text)}</div>`;
    case "picture":
      return `<img src="cid:${escapeHtml(block.name)}" alt="${escapeHtml(block.alt)}" width="240" style="display:block;width:240px;max-width:100%;height:auto;border:1px solid ${palette.rule}">`;
    case "code":
      return `<table ${plainTable} width="100%"><tr><td align="center" class="ink voucher" bgcolor="${palette.paper}" style="padding:16px;background:${palette.paper};border:1px solid ${palette.rule};font:600 28px/34px ${mono};letter-spacing:6px;color:${palette.ink}">${escapeHtml(block.text)}</td></tr></table>`;
    case "button":
      return mailButton(block.text, webUrl(block.url));
    case "items":
      return itemsHtml(block.items);
    case "lines":
      return linesHtml(block);
  }
}

/** A row of the sheet's whole width, in the colour of a copy. */
export function statusHtml(block: Extract<MailBlock, { kind: "status" }>): string {
  const facts = block.facts
    .map(
      ({ label, value }) =>
        `<tr><td class="ink" valign="top" style="padding:2px 16px 2px 0;font:400 14px/22px ${sans};color:${palette.ink}">${escapeHtml(label)}</td><td class="ink" style="padding:2px 0;font:600 14px/22px ${sans};color:${palette.ink}">${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  const table = facts ? `<table ${plainTable} style="margin:0 0 20px">${facts}</table>` : "";
  const sheet = copies[block.copy];
  return `<tr><td class="row ${block.copy}" bgcolor="${sheet}" style="background:${sheet};padding:28px 28px 28px">${headingHtml(block.heading)}<div style="height:12px;line-height:12px;font-size:0">&nbsp;</div>${textHtml(block.text)}<div style="height:20px;line-height:20px;font-size:0">&nbsp;</div>${table}${mailButton(block.button.text, webUrl(block.button.url))}</td></tr><tr><td style="height:24px;line-height:24px;font-size:0">&nbsp;</td></tr>`;
}

/** Pixels of the side of an item's picture. */
const pictureSide = 72;

function itemsHtml(items: readonly MailItem[]): string {
  const hasPictures = items.some(({ picture }) => picture);
  const rows = items.map((item, index) => itemHtml(item, index, hasPictures));
  return `<table ${plainTable} width="100%">${rows.join("")}</table>`;
}

function itemHtml(
  { name, detail, quantity, amount, picture }: MailItem,
  index: number,
  hasPictures: boolean,
): string {
  const top = index === 0 ? "" : `border-top:1px solid ${palette.rule};`;
  const source = picture && ("url" in picture ? webUrl(picture.url) : `cid:${picture.attached}`);
  const alt = [name, detail].filter(Boolean).join(", ");
  const shown = source
    ? `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" width="${pictureSide}" height="${pictureSide}" style="display:block;width:${pictureSide}px;height:${pictureSide}px;object-fit:contain;background:#FFFFFF;border:1px solid ${palette.rule};font:400 11px/14px ${sans}">`
    : "";
  const small = `class="muted" style="font:400 14px/22px ${sans};color:${palette.muted}"`;
  const money = amount
    ? `<td align="right" valign="top" class="ink ruled" style="${top}padding:12px 0 12px 12px;font:600 16px/24px ${sans};color:${palette.ink};white-space:nowrap">${escapeHtml(amount)}</td>`
    : "";
  const width = pictureSide + 14;
  const place = hasPictures
    ? `<td width="${width}" valign="top" class="ruled" style="${top}width:${width}px;padding:12px 14px 12px 0">${shown}</td>`
    : "";
  return `<tr>${place}<td valign="top" class="ink ruled" style="${top}padding:12px 0;font:600 16px/24px ${sans};color:${palette.ink}">${escapeHtml(name)}${detail ? `<div ${small}>${escapeHtml(detail)}</div>` : ""}<div ${small}>${escapeHtml(quantity)}</div></td>${money}</tr>`;
}

function linesHtml({ lines, totals = 0, stamp }: Extract<MailBlock, { kind: "lines" }>): string {
  const firstTotal = lines.length - totals;
  const rows = lines.map(({ label, value }: MailFact, index) => {
    const isTotal = index >= firstTotal;
    const isFirstTotal = index === firstTotal && index > 0;
    const top = isFirstTotal ? `3px double ${palette.ink}` : `1px solid ${palette.rule}`;
    const font = isTotal ? `700 18px/26px ${sans}` : `400 15px/22px ${sans}`;
    const classes = `ink ${isFirstTotal ? "totalled" : "ruled"}`;
    return `<tr><td class="${classes}" style="padding:9px 8px 9px 0;border-top:${top};font:${font};color:${palette.ink}">${escapeHtml(label)}</td><td align="right" class="${classes}" style="padding:9px 0;border-top:${top};font:${font};color:${palette.ink};white-space:nowrap">${escapeHtml(value)}</td></tr>`;
  });
  const stamped = stamp
    ? `<tr><td colspan="2" align="right" style="padding:8px 6px 0 0"><table ${plainTable}><tr><td class="stamp" style="border:4px double ${palette.stamp};padding:4px 14px;font:800 22px/28px ${sans};letter-spacing:2px;color:${palette.stamp};transform:rotate(-6deg)">${escapeHtml(stamp)}</td></tr></table></td></tr>`
    : "";
  return `<table ${plainTable} width="100%">${rows.join("")}${stamped}</table>`;
}

function headingHtml(text: string): string {
  return `<h1 class="ink" style="margin:0;font:700 28px/34px ${sans};color:${palette.ink}">${escapeHtml(text)}</h1>`;
}

function textHtml(text: string): string {
  return `<div class="ink" style="font:400 16px/26px ${sans};color:${palette.ink}">${paragraphs(text)}</div>`;
}

/** Lines as HTML; a number such as `INV-10402` stays on one line. */
export function paragraphs(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\b[A-Z]{2,4}-\d{4,}\b/g, '<span style="white-space:nowrap">$&</span>')
    .replaceAll("\n", "<br>");
}
