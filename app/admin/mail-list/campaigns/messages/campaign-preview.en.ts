import { counted } from "#base/plural.ts";
import type { id } from "./campaign-preview.id.ts";

export const en: typeof id = {
  looks: {
    desktop: "Desktop",
    phone: "Phone",
    dark: "Dark",
    forced: "Forced dark",
    text: "Text",
    headers: "Headers",
  },
  hints: {
    forced:
      "A simulation: every colour is turned round without looking at the dark design, as Gmail and Outlook do. The formula is the one of Outlook; other programs differ a little.",
    headers:
      "Headers as they are written at sending. The recipient's token and the number of the message are examples, so no link here stops anybody's emails. The DKIM signature is added at sending, if the records of the domain are right.",
  },
  as: "See it as a subscriber",
  asHint: "Type the beginning of the address",
  seenAs: (who) => `Seen as ${who}`,
  stopAs: "See it as anybody",
  noName: "no name",
  languageMissing: (language) =>
    `This person chose ${language}, but there is no such version. You see the one in its place.`,
  codeHint: "The voucher code and the links that unsubscribe are examples in previews.",
  hits: (count) => `${counted(count, "subscriber", "subscribers")} found`,
  noHits: "No address begins with that.",
  searchFailed: "The search failed. Try again.",
};
