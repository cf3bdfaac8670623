import { type Language, localPath } from "#base/language.ts";
import { escapeHtml } from "#integrations/mail/escape-html.ts";
import { frameMail, mailButton, mailRow, mailTop } from "#integrations/mail/frame.ts";
import { mono, palette, sans } from "#integrations/mail/mail-style.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { campaignMailTexts } from "./campaign-mail-texts.ts";
import { MailLinks } from "./mail-links.ts";
import type { Occasion } from "./occasion.ts";
import { type SettledBlock, settleRules } from "./product-rule.ts";
import { columnsHtml, columnWidth } from "./render-columns.ts";
import type { MailProduct, RenderFacts } from "./render-facts.ts";
import { richHtml, richText } from "./rich-text.ts";
import { markNames, slotMark } from "./slots.ts";
import { visibleBlocks, visibleFacts } from "./visible-facts.ts";

/** What the parts of one mail share. */
interface PartFacts extends RenderFacts {
  readonly links: MailLinks;
}

export interface RenderedMail {
  readonly html: string;
  readonly text: string;
  /** The pages of the shop that it leads to, as their clicks are numbered. */
  readonly links: readonly string[];
}

/**
 * A campaign's mail in one language, with slots for what differs between recipients. Pure: the editor's preview and the
 * sender call the same function. Tables, inline styles and widths as attributes, because mail programs need them; a
 * product that is gone is left out.
 */
export function renderMail(content: CampaignContent, facts: RenderFacts): RenderedMail {
  const links = new MailLinks(facts.publicUrl, facts.counted);
  const parts = { ...visibleFacts(facts), links };
  const said = { ...content, blocks: visibleBlocks(settleRules(content.blocks, facts.picked)) };
  return { html: htmlOf(said, parts), text: textOf(said, parts), links: links.paths };
}

/** What a mail says, with the products of its rules. */
interface SettledContent extends Pick<CampaignContent, "subject" | "preheader"> {
  readonly blocks: readonly SettledBlock[];
}

function htmlOf({ subject, preheader, blocks }: SettledContent, facts: PartFacts): string {
  const brought = facts.occasion ? occasionHtml(facts.occasion, facts) : [];
  const title = blocks.findIndex(({ kind }) => kind === "heading");
  const parts = [
    ...blocks.map((block, index) => blockHtml(block, facts, index === title ? titled : below)),
    ...brought,
  ];
  return frameMail({
    language: facts.language,
    titleHtml: markNames(escapeHtml(subject)),
    shopName: facts.shop.name,
    previewHtml: markNames(escapeHtml(preheader)),
    rows: [mailTop, ...parts.map(mailRow)],
    footHtml: footHtml(facts),
  });
}

/** Where a block stands. */
interface Place {
  /** The mail's first heading is its title. */
  readonly heading: "h1" | "h2";
  /** Size and line height of a heading in pixels, as CSS has them. */
  readonly size: string;
  /** Pixels of a picture. */
  readonly width: number;
}
const titled: Place = { heading: "h1", size: "26px/32px", width: 544 };
const below: Place = { ...titled, heading: "h2" };
const inColumn: Place = { heading: "h2", size: "20px/26px", width: columnWidth };

function blockHtml(block: SettledBlock, facts: PartFacts, place: Place): string {
  switch (block.kind) {
    case "heading":
      return `<${place.heading} class="ink" style="margin:0;font:700 ${place.size} ${sans};color:${palette.ink}">${markNames(escapeHtml(block.text))}</${place.heading}>`;
    case "text":
      return `<div class="ink" style="font:400 16px/26px ${sans};color:${palette.ink}">${richHtml(block.text, `color:${palette.link}`, (url) => facts.links.mark(webAddress(url, facts)))}</div>`;
    case "picture":
      return block.url === ""
        ? ""
        : `<img src="${escapeHtml(webAddress(block.url, facts))}" alt="${escapeHtml(block.alt)}" width="${place.width}" style="display:block;width:100%;max-width:${place.width}px;height:auto;border:0" class="picture">`;
    case "button":
      return buttonHtml(block, facts);
    case "products":
      return productsHtml(block.ids, facts);
    case "columns": {
      const [left, right] = [block.left, block.right].map((blocks) =>
        blocks.map((one) => blockHtml(one, facts, inColumn)),
      );
      return columnsHtml(left ?? [], right ?? []);
    }
    case "voucher":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="ink voucher" style="padding:20px 16px;border:2px dashed ${palette.rule};background:${palette.paper};font:400 16px/24px ${sans};color:${palette.ink}">${markNames(escapeHtml(block.text))}<br><strong style="font:700 24px/36px ${mono};letter-spacing:2px">${slotMark("code")}</strong></td></tr></table>`;
    case "divider":
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="ruled" style="border-top:1px solid ${palette.rule};height:1px;line-height:1px;font-size:0">&nbsp;</td></tr></table>`;
  }
}

function buttonHtml(
  { text, url }: { readonly text: string; readonly url: string },
  facts: PartFacts,
): string {
  return mailButton(text, facts.links.mark(webAddress(url, facts)));
}

function buttonText(
  { text, url }: { readonly text: string; readonly url: string },
  facts: PartFacts,
): string {
  return `${text}:\n${facts.links.mark(webAddress(url, facts))}`;
}

function occasionHtml({ lines, button }: Occasion, facts: PartFacts): string[] {
  const rows = lines.map(
    ({ label, value }) =>
      `<tr><td class="ink ruled" style="padding:8px 16px 8px 0;border-top:1px solid ${palette.rule};font:400 16px/24px ${sans};color:${palette.ink}">${escapeHtml(label)}</td><td align="right" class="ink ruled" style="padding:8px 0;border-top:1px solid ${palette.rule};font:400 16px/24px ${sans};color:${palette.ink}">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join("")}</table>`,
    buttonHtml(button, facts),
  ];
}

function occasionText({ lines, button }: Occasion, facts: PartFacts): string[] {
  return [
    lines.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    buttonText(button, facts),
  ];
}

function productsHtml(ids: readonly string[], facts: PartFacts): string {
  const rows = shownProducts(ids, facts).map((product) => {
    const address = escapeHtml(productAddress(product, facts));
    const picture = product.picture
      ? `<td width="120" valign="top" class="thumb-cell" style="padding:0 16px 16px 0"><a href="${address}"><img src="${escapeHtml(webAddress(product.picture, facts))}" alt="${escapeHtml(product.name)}" width="120" height="120" class="thumb" style="display:block;width:120px;height:120px;object-fit:cover;border:1px solid ${palette.rule}"></a></td>`
      : "";
    return `<tr>${picture}<td valign="top" class="ink" style="padding:0 0 16px;font:400 16px/24px ${sans};color:${palette.ink}"><a href="${address}" class="ink" style="font-weight:700;color:${palette.ink};text-decoration:none">${escapeHtml(product.name)}</a><br>${escapeHtml(priceOf(product, facts.language))}<br><a href="${address}" class="link" style="color:${palette.link}">${campaignMailTexts[facts.language].see}</a></td></tr>`;
  });
  return rows.length === 0
    ? ""
    : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join("")}</table>`;
}

function footHtml({ language, shop, topic }: RenderFacts): string {
  const texts = campaignMailTexts[language];
  const link = (slot: "stop" | "choose", text: string) =>
    `<a href="${slotMark(slot)}" class="muted" style="color:${palette.muted};text-decoration:underline">${text}</a>`;
  return `${escapeHtml(senderOf(shop).join("\n")).replaceAll("\n", "<br>")}<br><br>${escapeHtml(texts.why(topic, shop.name))}<br>${link("stop", texts.stop)} &nbsp;·&nbsp; ${link("choose", texts.choose)}`;
}

function textOf({ blocks }: SettledContent, facts: PartFacts): string {
  const { language, shop, topic } = facts;
  const texts = campaignMailTexts[language];
  const parts = [
    ...blocks.map((block) => blockText(block, facts)),
    ...(facts.occasion ? occasionText(facts.occasion, facts) : []),
  ];
  const foot = [
    "-- ",
    ...senderOf(shop),
    texts.why(topic, shop.name),
    `${texts.stop}: ${slotMark("stop")}`,
    `${texts.choose}: ${slotMark("choose")}`,
  ].join("\n");
  return `${[shop.name, ...parts.filter((part) => part !== ""), foot].join("\n\n")}\n`;
}

function blockText(block: SettledBlock, facts: PartFacts): string {
  switch (block.kind) {
    case "heading":
      return markNames(block.text);
    case "text":
      return richText(block.text, (url) => facts.links.mark(webAddress(url, facts)));
    case "picture":
      return block.alt;
    case "button":
      return buttonText(block, facts);
    case "products":
      return shownProducts(block.ids, facts)
        .map(
          (product) =>
            `${product.name}, ${priceOf(product, facts.language)}\n${productAddress(product, facts)}`,
        )
        .join("\n\n");
    case "columns":
      return [...block.left, ...block.right]
        .map((one) => blockText(one, facts))
        .filter((text) => text !== "")
        .join("\n\n");
    case "voucher":
      return `${markNames(block.text)}\n${slotMark("code")}`;
    case "divider":
      return "----------";
  }
}

function senderOf({ name, legalName, street, city }: RenderFacts["shop"]): string[] {
  const place = [street, city].filter((part) => part !== "").join(", ");
  return [legalName || name, place].filter((line) => line !== "");
}

function shownProducts(ids: readonly string[], { products }: RenderFacts): MailProduct[] {
  return ids.flatMap((id) => products.get(id) ?? []);
}

function priceOf({ price_from, price_to }: MailProduct, language: Language): string {
  const price = formatRupiah(price_from, language);
  return price_from === price_to ? price : campaignMailTexts[language].from(price);
}

function productAddress({ slug }: MailProduct, { language, publicUrl, links }: PartFacts): string {
  return links.mark(`${publicUrl}${localPath(language, `/item/${slug}`)}`);
}

/** An address for a mail: of the web, or a path of the shop. Anything else leads to the shop's home page. */
export function webAddress(url: string, { publicUrl }: Pick<RenderFacts, "publicUrl">): string {
  if (/^https?:\/\/[^\s"<>]+$/.test(url)) return url;
  return url.startsWith("/") && !url.startsWith("//") ? `${publicUrl}${url}` : publicUrl;
}
