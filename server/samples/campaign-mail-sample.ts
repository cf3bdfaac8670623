import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { composeTestMail } from "#shop/mailing/campaigns/write/compose-test-mail.server.ts";
import type { MailSample } from "./mail-sample.ts";

const contents: Record<"id" | "en", CampaignContent> = {
  id: {
    subject: "Batik baru dari Trusmi",
    preheader: "Tiga motif, ditulis tangan.",
    blocks: [
      { kind: "heading", text: "Tiga motif baru" },
      { kind: "text", text: "Ditulis tangan di Trusmi, Cirebon. Setiap lembar **berbeda**." },
      { kind: "divider" },
      { kind: "button", text: "Lihat motifnya", url: "/listing/batik" },
    ],
  },
  en: {
    subject: "New batik from Trusmi",
    preheader: "Three patterns, drawn by hand.",
    blocks: [
      { kind: "heading", text: "Three new patterns" },
      { kind: "text", text: "Drawn by hand in Trusmi, Cirebon. Each piece is **different**." },
      { kind: "divider" },
      { kind: "button", text: "See the patterns", url: "/en/listing/batik" },
    ],
  },
};

/** A campaign as its test mail shows it. */
export const campaignTestSample: MailSample = {
  name: "campaign-test",
  compose: (language, { merchant, publicUrl }) =>
    composeTestMail(
      contents[language],
      {
        language,
        publicUrl,
        shop: merchant,
        products: new Map(),
        picked: [],
        topic: { id: "Kabar toko", en: "News from the shop" }[language],
      },
      { recipientId: "00000000-0000-4000-8000-000000000000", topic: "news" },
    ),
};
