import { Hono } from "hono";
import { html, raw } from "hono/html";
import { isLanguage, type Language } from "#base/language.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { MailSample, Site } from "../samples/mail-sample.ts";
import { mailSamples } from "../samples/mail-samples.ts";

const style = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:1100px;margin:0 auto;padding:24px 16px}
h1{font-size:28px;margin:0 0 16px}h2{font-size:18px;margin:24px 0 4px}
ul{list-style:none;margin:0;padding:0;columns:2 22rem;column-gap:32px}
li{break-inside:avoid;padding:6px 0;border-bottom:1px solid GrayText;display:flex;gap:12px;flex-wrap:wrap;justify-content:space-between}
a{display:inline-block;min-height:24px}
iframe{width:100%;height:70vh;border:1px solid GrayText;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid GrayText;padding:16px;font:14px/1.6 ui-monospace,monospace}
nav{display:flex;gap:16px;flex-wrap:wrap;margin:0 0 16px}`;

/**
 * `/dev/mail/kinds`: previews of every kind of mail and text message with sample data, in both languages, as
 * HTML and as text. Mounted when `config.devPages` is set.
 */
export function mailPreviewEndpoint(publicUrl: string): Hono {
  const endpoint = new Hono();
  const site = async (): Promise<Site> => ({ publicUrl, merchant: await findMerchant() });

  endpoint.get("/dev/mail/kinds", (c) => {
    const items = mailSamples.map(
      ({ name }) => html`<li>${name}
        <span><a href="/dev/mail/kinds/${name}/id">Indonesia</a> · <a href="/dev/mail/kinds/${name}/en">English</a></span></li>`,
    );
    return c.html(
      page("Mails by kind", html`<nav><a href="/dev/mail">Outbox</a></nav><ul>${items}</ul>`),
      200,
      policy,
    );
  });

  endpoint.get("/dev/mail/kinds/:name/:language", async (c) => {
    const asked = find(c.req.param());
    if (!asked) return c.text("No such mail", 404);
    const { sample, language } = asked;
    const mail = sample.compose(language, await site());
    const other = language === "id" ? "en" : "id";
    const nav = html`<nav>
      <a href="/dev/mail/kinds">All kinds</a>
      <a href="/dev/mail/kinds/${sample.name}/${other}">${other === "id" ? "Indonesia" : "English"}</a>
    </nav>`;
    const body =
      typeof mail === "string"
        ? html`<pre>${mail}</pre>`
        : html`<h2>${mail.subject}</h2>
            <iframe title="HTML" src="/dev/mail/kinds/${sample.name}/${language}/html"></iframe>
            <h2>Text</h2>
            <pre>${mail.text}</pre>`;
    return c.html(page(sample.name, html`${nav}${body}`), 200, policy);
  });

  endpoint.get("/dev/mail/kinds/:name/:language/html", async (c) => {
    const asked = find(c.req.param());
    const mail = asked?.sample.compose(asked.language, await site());
    if (!mail || typeof mail === "string") return c.text("No such mail", 404);
    // As in a mail program: without scripts and without the site's cookies.
    return c.html(mail.html, 200, {
      "Cache-Control": "no-store",
      "X-Frame-Options": "SAMEORIGIN",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox allow-popups",
    });
  });
  return endpoint;
}

const policy = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'",
};

function find(asked: {
  name: string;
  language: string;
}): { sample: MailSample; language: Language } | undefined {
  const sample = mailSamples.find(({ name }) => name === asked.name);
  return sample && isLanguage(asked.language) ? { sample, language: asked.language } : undefined;
}

function page(title: string, body: ReturnType<typeof html>): ReturnType<typeof html> {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
}
