import type { Language } from "#base/language.ts";
import type { CampaignBlock, CampaignContent } from "./block.ts";
import { linksIn } from "./render/rich-text.ts";
import { type Arm, armsOf, contentOfArm } from "./trial/arm.ts";

/** `stop`: nothing is sent until it is mended. `ask`: somebody should look. */
export interface CampaignCheck {
  readonly code: CampaignCheckCode;
  readonly level: "stop" | "ask";
  readonly language?: Language;
  /** The subject, where there are two. */
  readonly arm?: Arm;
  /** What it is about, e.g. the address of a link or a size in kB. */
  readonly detail?: string;
}

export type CampaignCheckCode =
  | "no_language"
  | "language_missing"
  | "subject_missing"
  | "subject_long"
  | "preheader_missing"
  | "subjects_equal"
  | "arm_missing"
  | "trial_small"
  | "warm_up"
  | "empty"
  | "alt_missing"
  | "text_missing"
  | "column_empty"
  | "link_invalid"
  | "link_gone"
  | "link_early"
  | "slot_unknown"
  | "slot_misplaced"
  | "name_missing"
  | "product_gone"
  | "product_sold_out"
  | "rule_empty"
  | "rule_short"
  | "voucher_missing"
  | "voucher_unplaced"
  | "voucher_off"
  | "voucher_ends"
  | "voucher_uses"
  | "voucher_budget"
  | "voucher_budget_unknown"
  | "voucher_narrow"
  | "size_large"
  | "size_clipped"
  | "address_missing"
  | "audience_empty"
  | "domain_records"
  | "sent_recently"
  | "not_tested"
  | "no_mail_server";

const maxSubject = 60;

/** What can be seen in the content of one language alone. */
export function checkContent(
  content: CampaignContent,
  language: Language,
  /** Names that braces may hold besides `name`. */
  slots: readonly string[] = [],
): CampaignCheck[] {
  const checks: CampaignCheck[] = [];
  const note = (code: CampaignCheckCode, level: CampaignCheck["level"], detail?: string) => {
    // Two parts can have the same problem; it is reported once.
    if (checks.some((check) => check.code === code && check.detail === detail)) return;
    checks.push({ code, level, language, ...(detail ? { detail } : {}) });
  };
  for (const arm of armsOf(content)) {
    const { subject, preheader } = contentOfArm(content, arm);
    const of = content.second ? { language, arm } : { language };
    if (subject === "") checks.push({ code: "subject_missing", level: "stop", ...of });
    else if (subject.length > maxSubject) {
      checks.push({ code: "subject_long", level: "ask", ...of });
    }
    if (preheader === "") checks.push({ code: "preheader_missing", level: "ask", ...of });
  }
  if (content.second?.subject === content.subject) note("subjects_equal", "ask");
  if (content.blocks.every((block) => block.kind === "divider")) note("empty", "stop");
  const texts = armsOf(content).flatMap((arm) => {
    const { subject, preheader } = contentOfArm(content, arm);
    return [subject, preheader];
  });
  /** Texts in which nothing is filled. */
  const unfilled: string[] = [];
  const check = (block: CampaignBlock): void => {
    switch (block.kind) {
      case "heading":
        texts.push(block.text);
        if (block.text === "") note("text_missing", "stop");
        break;
      case "text":
        texts.push(block.text);
        if (block.text.trim() === "") note("text_missing", "stop");
        for (const link of linksIn(block.text)) {
          if (!isLink(link)) note("link_invalid", "stop", link);
        }
        break;
      case "picture":
        if (!isShopPath(block.url)) note("link_invalid", "stop", block.url);
        if (block.alt === "") note("alt_missing", "stop");
        unfilled.push(block.alt);
        break;
      case "button":
        if (block.text === "") note("text_missing", "stop");
        if (!isLink(block.url)) note("link_invalid", "stop", block.url);
        unfilled.push(...slotsIn(block.text).filter((slot) => !slots.includes(slot.slice(1, -1))));
        break;
      case "products":
        if (block.ids.length === 0) note("text_missing", "stop");
        break;
      case "voucher":
        texts.push(block.text);
        break;
      case "columns":
        if (block.left.length === 0 || block.right.length === 0) note("column_empty", "stop");
        for (const one of [...block.left, ...block.right]) check(one);
        break;
      case "rule":
      case "divider":
        break;
    }
  };
  for (const block of content.blocks) check(block);
  const [misplaced] = unfilled.flatMap(slotsIn);
  if (misplaced) note("slot_misplaced", "stop", misplaced);
  if (texts.some((text) => /\{name(?:\|\s*)?\}/.test(text))) note("name_missing", "ask");
  const unknown = texts
    .flatMap(slotsIn)
    .find((slot) => !/^\{name(\|[^{}|]*)?\}$/.test(slot) && !slots.includes(slot.slice(1, -1)));
  if (unknown) note("slot_unknown", "stop", unknown);
  return checks;
}

/** What looks like a placeholder. */
function slotsIn(text: string): readonly string[] {
  return text.match(/\{[^{}\n]{0,40}\}/g) ?? [];
}

function isLink(url: string): boolean {
  return isShopPath(url) || /^https:\/\/[^\s"<>]+$/.test(url);
}

function isShopPath(url: string): boolean {
  return /^\/(?!\/)[^\s"<>\\]*$/.test(url);
}
