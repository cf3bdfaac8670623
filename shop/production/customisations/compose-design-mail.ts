import type { Language } from "#base/language.ts";
import type { MailBlock } from "#integrations/mail/blocks.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { mailPicture } from "#shop/designs/mail-picture.ts";
import { changeTextEn } from "./change-texts.en.ts";
import { changeTextId } from "./change-texts.id.ts";
import type { DesignChange } from "./compare-designs.ts";
import { type DesignMailKind, designMailTexts } from "./design-mail-texts.ts";
import type { Rejection } from "./rejection.ts";
import { rejectionTextsEn } from "./rejection-texts.en.ts";
import { rejectionTextsId } from "./rejection-texts.id.ts";

/** Mails that the picture is the subject of. */
const showsPicture: ReadonlySet<DesignMailKind> = new Set([
  "proof_sent",
  "reminder",
  "approved",
  "in_production",
]);

/** Differences that a mail names; the page has all. */
const maxChanges = 8;

const rejections = { id: rejectionTextsId, en: rejectionTextsEn };

/** The fields of a customisation that its mails show. */
export interface MailDesign {
  number: string;
  language: Language;
  recipient: string;
  shop_name: string;
  /** Empty when the shop has no email address: the mail then has no Reply-To. */
  shop_email: string;
  goods: string;
  words: readonly string[];
  /** Of the proof, the message or the rejection. */
  note: string;
  rejection: Rejection | null;
  /** The newest proof, where it has a picture. */
  proof_id: string | null;
  /** What is different from the version before; of a mail about a new proof. */
  changes: readonly DesignChange[];
}

/** The mail about a step of a customisation. @param address the page of the order's designs */
export function composeDesignMail(
  kind: DesignMailKind,
  design: MailDesign,
  address: string,
): ComposedMail {
  const texts = designMailTexts[design.language];
  const { subject, heading, body } = texts[kind](design);
  const why =
    kind === "rejected" && design.rejection ? rejections[design.language][design.rejection] : "";
  const say = design.language === "id" ? changeTextId : changeTextEn;
  const notes = [why, design.note].filter(Boolean);
  const isFinal = kind === "proof_sent" || kind === "approved";
  const blocks: MailBlock[] = [
    { kind: "heading", text: heading },
    { kind: "text", text: `${texts.greeting(design.recipient)}\n\n${body}` },
    ...(design.proof_id && showsPicture.has(kind)
      ? [mailPicture(design.proof_id, design.words.join(", ") || design.goods)]
      : []),
    ...(design.changes.length > 0
      ? [
          {
            kind: "text",
            text: [
              texts.changes,
              ...design.changes.slice(0, maxChanges).map((change) => `• ${say(change)}`),
            ].join("\n"),
          } as const,
        ]
      : []),
    ...notes.map((text) => ({ kind: "note", text }) as const),
    ...(design.words.length > 0
      ? [
          {
            kind: "lines",
            lines: design.words.map((value) => ({ label: texts.words, value })),
          } as const,
        ]
      : []),
    { kind: "button", text: texts.button, url: address },
    ...(isFinal ? [{ kind: "text", text: texts.madeToOrder } as const] : []),
  ];
  const page = layoutMail({
    language: design.language,
    shopName: design.shop_name,
    number: `No. ${design.number}`,
    preview: body,
    blocks,
    footer: texts.footer(design.shop_name, design.shop_email !== ""),
  });
  return { subject, ...page };
}
