import type { Language } from "#base/language.ts";
import type { MailBlock } from "#integrations/mail/blocks.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import type { MailCopy } from "#integrations/mail/mail-style.ts";
import type { ReturnKind } from "./return.ts";
import { type ReturnMailKind, returnMailTexts } from "./return-mail-texts.ts";

/** The fields of a return that its mails show. */
export interface MailReturn {
  order_number: string;
  number: string;
  kind: ReturnKind;
  answer: string;
  resolution: "refund" | "replacement" | "both" | null;
  language: Language;
  recipient: string;
  shop_name: string;
  /** Empty when the shop has no email address: the mail then has no Reply-To. */
  shop_email: string;
  shop_address: string;
  return_postage: "buyer" | "shop";
  lines: { label: string; quantity: number }[];
}

/** The copy of each step: yellow waits, pink is under way, green is done, white has ended otherwise. */
const copyOf: Readonly<Record<ReturnMailKind, MailCopy>> = {
  requested: "yellow",
  photos_wanted: "yellow",
  approved: "pink",
  received: "pink",
  refunded: "green",
  resolved: "green",
  declined: "white",
  closed: "white",
};

/** The mail about a step of a return or a claim. @param address the order's page */
export function composeReturnMail(
  kind: ReturnMailKind,
  found: MailReturn,
  address: string,
): ComposedMail {
  const texts = returnMailTexts[found.language];
  const { subject, heading, body } = texts[kind](found);
  const blocks: MailBlock[] = [
    {
      kind: "status",
      copy: copyOf[kind],
      heading,
      text: `${texts.greeting(found.recipient)}\n\n${body}`,
      facts: [],
      button: { text: texts.button, url: address },
    },
    ...(found.answer && kind !== "requested"
      ? [{ kind: "note", text: texts.answer(found.answer) } as const]
      : []),
    {
      kind: "items",
      items: found.lines.map(({ label, quantity }) => ({
        name: label,
        detail: "",
        quantity: texts.quantity(quantity),
      })),
    },
  ];
  const page = layoutMail({
    language: found.language,
    shopName: found.shop_name,
    number: `No. ${found.number}`,
    preview: body,
    blocks,
    footer: texts.footer(found.shop_name, found.shop_email !== ""),
  });
  return { subject, ...page };
}
