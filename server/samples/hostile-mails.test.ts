import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { deliverMail } from "#integrations/mail/deliver.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import type { RenderFacts } from "#shop/mailing/campaigns/render/render-facts.ts";
import { renderMail } from "#shop/mailing/campaigns/render/render-mail.ts";
import {
  composeMessage,
  readyVersion,
} from "#shop/mailing/campaigns/send/compose-message.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { lintMail } from "#tests/support/oracles/lint-mail.ts";
import { readMailMarkup } from "#tests/support/oracles/mail-markup.ts";
import { readMessage } from "#tests/support/oracles/read-message.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { mailSamples } from "./mail-samples.ts";

testDatabase({ demo: true });
let sink: SmtpSink;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  sink = await startSmtpSink({ keep: 10 });
});
afterAll(() => sink.close());
const publicUrl = "https://shop.test";

/** What a name, a title or a subject may hold. */
const hostile = [
  "Rina\r\nBcc: semua@lain.test",
  "Rina\nX-Spam: no\n\n<b>isi</b>",
  "Rina\r\n\r\n--batas\r\nContent-Type: text/html\r\n\r\n<h1>lain</h1>",
  "\r\n.\r\nMAIL FROM:<a@b.test>\r\n",
  "\u202egpj.exe\u202c dan \u2066tamu\u2069",
  "<script>alert(1)</script><h1>Promo</h1></td></table>",
  '"><img src=x onerror=alert(1)><a href="https://jahat.test">',
  "javascript:alert(1)//&lt;script&gt;&amp;",
  "=?utf-8?q?Subject=0ABcc:_a@b.test?=",
  "=0D=0ABcc: a@b.test=\r\n",
  "\ue000stop:\ue001\ue000code:x\ue001 {name|x} {stop}",
  "😀👩🏽‍🎨🇮🇩".repeat(30),
  "a\u0000b\u0007c\u001b[31m\u009b",
  "\ud83d ekor \udc00",
  "x".repeat(3_000),
  "$& $` $1 $\u007bname} %s %00",
  "<!--[if mso]><![endif]--> --> <style>*{display:none}</style>",
  "semua@lain.test, <a@b.test>; tamu",
];
const plain = "Rina";
const hidden = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069\ue000\ue001]/u;

function factsOf(text: string): RenderFacts {
  const product = { id: "p", slug: "kaos", name: text, price_from: 1, price_to: 2 };
  return {
    language: "id",
    publicUrl,
    topic: text,
    shop: { name: text, legalName: text, street: text, city: text },
    picked: [],
    products: new Map([["p", { ...product, picture: "/a.webp" }]]),
    counted: { campaign: 7, version: 9 },
    occasion: {
      lines: [{ label: text, value: text }],
      slots: {},
      button: { text, url: `${publicUrl}/Cart` },
    },
  };
}
const contentOf = (text: string): CampaignContent => ({
  subject: text,
  preheader: text,
  blocks: [
    { kind: "heading", text },
    { kind: "picture", url: "/a.webp", alt: text },
    { kind: "button", text, url: "/Shop" },
    { kind: "products", ids: ["p"] },
    { kind: "voucher", text },
  ],
});
function messageOf(text: string) {
  const content = contentOf(text);
  const rendered = renderMail(content, factsOf(text));
  const version = readyVersion({ ...rendered, subject: content.subject, language: "id" });
  return composeMessage({ from: "Toko <kabar@shop.test>", publicUrl }, version, {
    campaign: 7,
    topic: "news",
    campaignId: randomUUID(),
    automation: null,
    n: 1,
    recipientId: randomUUID(),
    email: "a@b.test",
    name: text,
    code: "KODE",
  });
}

/** What no text may change: the headers, the parts, and the elements of the HTML. */
function shapeOf(raw: string | Buffer, html = readMessage(raw).parts.at(-1)?.text ?? "") {
  const { headers, parts } = readMessage(raw);
  return {
    headers: headers.map(([name]) => name),
    parts: parts.map(({ type }) => type),
    skeleton: readMailMarkup(html.trim()).skeleton,
  };
}

/** @param typed may hold an entity, which then is text */
function problemsOf(html: string, said: string, typed: string): string[] {
  return lintMail({ html: html.trim(), text: said }, "id").filter(
    (problem) => problem !== "text: entities" || !/&\w+;/.test(typed),
  );
}

test("no name, title or subject of a campaign reaches a header, an element or another part", () => {
  const expected = shapeOf(messageOf(plain));
  expect(expected.parts).toEqual(["text/plain", "text/html"]);
  expect(expected.skeleton).toContain("img src alt width height class style");
  for (const text of hostile) {
    const message = messageOf(text);
    expect(shapeOf(message), text).toEqual(expected);
    const { headers, parts } = readMessage(message);
    const [said = "", html = ""] = parts.map((part) => part.text);
    expect(problemsOf(html, said, text), text).toEqual([]);
    for (const shown of [said, html, ...headers.map(([, value]) => value)]) {
      expect(hidden.test(shown), text).toBe(false);
    }
    // Each line of a message ends by itself, and none is longer than a server takes.
    const lines = message.toString("latin1").split("\r\n");
    for (const line of lines) {
      expect(line.length).toBeLessThan(998);
      expect(line).not.toMatch(/[\r\n\0]/);
    }
  }
});

test("a text with marks cannot become markup or a link to anywhere but the web", () => {
  const marks = [
    "[klik](javascript:alert(1)) [klik](//jahat.test) [klik](data:text/html,x)",
    '[a"><b>](https://x.test/"onmouseover="x) **<i>** *</p>*',
    "**a\n**\n- <li>\n-- \n[x](/\\jahat.test) [y](https://x.test/?a=1&b=<)",
    "\ue000stop:\ue001 [\ue000name:\ue001](https://x.test/\ue000stop:\ue001)",
  ];
  for (const text of [...hostile, ...marks]) {
    const content: CampaignContent = {
      subject: "Kabar",
      preheader: "Baru",
      blocks: [{ kind: "text", text }],
    };
    const rendered = renderMail(content, factsOf(plain));
    const version = readyVersion({ ...rendered, subject: content.subject, language: "id" });
    const { parts } = readMessage(
      composeMessage({ from: "Toko <kabar@shop.test>", publicUrl }, version, {
        campaign: 7,
        topic: "news",
        campaignId: randomUUID(),
        automation: null,
        n: 1,
        recipientId: randomUUID(),
        email: "a@b.test",
        name: text,
        code: "KODE",
      }),
    );
    const [said = "", html = ""] = parts.map((part) => part.text);
    expect(problemsOf(html, said, text), text).toEqual([]);
    const stops = readMailMarkup(html.trim()).elements.filter(({ attributes }) =>
      attributes.href?.includes("/Unsubscribe"),
    );
    expect(stops, text).toHaveLength(2);
  }
});

test("no name of the shop changes the form of a mail of the outbox, or its headers", async () => {
  const merchant = await findMerchant();
  const composed = mailSamples.flatMap(({ name, compose }) => {
    const mail = compose("id", { merchant: { ...merchant, name: plain }, publicUrl });
    return typeof mail === "string" ? [] : [{ name, compose, mail }];
  });
  for (const { name, compose, mail } of composed) {
    const { skeleton } = readMailMarkup(mail.html);
    for (const text of hostile.filter((one) => !/[\r\n]/.test(one))) {
      const other = compose("id", { merchant: { ...merchant, name: text }, publicUrl });
      if (typeof other === "string") throw new Error("a mail became a text message");
      expect(readMailMarkup(other.html).skeleton, `${name}: ${text}`).toBe(skeleton);
    }
  }

  const [first] = composed;
  if (!first) throw new Error("no mails");
  const deliver = async (subject: string) => {
    const id = await queueMail(asSeed(), {
      kind: "email",
      to: "a@b.test",
      ...first.mail,
      subject,
      text: `${first.mail.text}${subject}`,
    });
    const settings = { mailFrom: "Toko <toko@shop.test>", publicUrl, smtpUrl: sink.url };
    await deliverMail(inTransaction, id ?? "", settings);
    return sink.texts.at(-1) ?? "";
  };
  const expected = shapeOf(await deliver(plain));
  for (const text of hostile) {
    const raw = await deliver(text);
    expect(shapeOf(raw), text).toEqual(expected);
    const { headers, parts } = readMessage(raw);
    expect(headers.filter(([name]) => name === "to")).toEqual([["to", "a@b.test"]]);
    for (const shown of [...headers.map(([, value]) => value), ...parts.map((part) => part.text)]) {
      expect(/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u.test(shown), text).toBe(false);
    }
  }
  expect(sink.bodies.every(({ to }) => to === "a@b.test")).toBe(true);
});
