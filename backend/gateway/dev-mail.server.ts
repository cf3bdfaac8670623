import { Hono } from "hono";
import { asShop } from "#db/client.server.ts";
import type { MailSettings } from "#integrations/mail/deliver.server.ts";
import { escapeHtml } from "#integrations/mail/escape-html.ts";

interface OutboxRow {
  id: string;
  kind: "email" | "sms";
  to: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  created_at: Date;
  status: string;
  attempts: number;
  last_error: string | null;
}

/** A mail that is not in the outbox and is rendered when it is read, e.g. of a campaign. */
interface RenderedMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: Date;
}

/** The newest ones, or one of them. */
type ReadRendered = (id?: string) => Promise<readonly RenderedMail[]>;

const pageStyle = `
body{margin:0;background:#F6F7F5;color:#14183A;font:16px/1.6 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:32px 16px}
article{background:#fff;border:1px solid #C9CDDD;padding:16px 24px;margin:0 0 24px}
h1{font-size:28px}h2{font-size:18px;margin:0}
p{margin:4px 0;color:#565C78}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.6 ui-monospace,monospace}
a{color:#2B39A6}`;

/**
 * The outbox for development: GET /dev/mail to read, /dev/mail.json for tests, /dev/mail/{id} for one mail's
 * HTML. It contains every code and link, so it is mounted only when `config.devPages` is set.
 * @param drawPicture draws the pictures of mails
 * @param readRendered mails besides those of the outbox
 */
export function devMailEndpoint(
  drawPicture?: MailSettings["drawPicture"],
  readRendered: ReadRendered = async () => [],
): Hono {
  const endpoint = new Hono();
  const newest = async (count: number) =>
    [...(await newestOf(count)), ...(await readRendered()).map(asKept)]
      .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
      .slice(0, count);
  endpoint.get("/dev/mail.json", async (c) => {
    c.header("Cache-Control", "no-store");
    return c.json(await newest(200));
  });
  endpoint.get("/dev/mail", async (c) => {
    c.header("Cache-Control", "no-store");
    c.header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return c.html(page(await newest(50)));
  });
  endpoint.get("/dev/mail/kept/:id", async (c) => {
    const [mail] = await readRendered(c.req.param("id"));
    if (!mail) return c.text("No such mail", 404);
    c.header("Cache-Control", "no-store");
    c.header("Content-Security-Policy", mailPolicy);
    return c.html(mail.html);
  });
  endpoint.get("/dev/mail/:id{[0-9a-f-]{36}}", async (c) => {
    const [mail] = await asShop()<{ html: string | null; pictures: string[] }[]>`
      select html, pictures from private.outbox where id::text = ${c.req.param("id")}`;
    if (!mail?.html) return c.text("No such mail", 404);
    c.header("Cache-Control", "no-store");
    c.header("Content-Security-Policy", mailPolicy);
    let { html } = mail;
    for (const name of mail.pictures) {
      const png = await drawPicture?.(name, asShop());
      if (png)
        html = html.replaceAll(`cid:${name}`, `data:image/png;base64,${png.toString("base64")}`);
    }
    return c.html(html);
  });
  return endpoint;
}

/** As in a mail program: without scripts and without the site's cookies. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox allow-popups allow-top-navigation-by-user-activation";

function asKept(mail: RenderedMail): OutboxRow {
  return {
    ...mail,
    id: `kept/${mail.id}`,
    kind: "email",
    headers: {},
    status: "kept",
    attempts: 0,
    last_error: null,
  };
}

function newestOf(count: number): Promise<OutboxRow[]> {
  return asShop()<OutboxRow[]>`
    select id, kind, recipient as "to", subject, text, html, headers, created_at, status, attempts, last_error
    from private.outbox order by created_at desc, id limit ${count}`;
}

function page(mails: readonly OutboxRow[]): string {
  const list = mails
    .map(
      (mail) => `<article><h2>${escapeHtml(mail.subject || mail.kind)}</h2>
<p>${escapeHtml(mail.to)} · ${mail.created_at.toISOString()}${mail.html ? ` · <a href="/dev/mail/${mail.id}">HTML</a>` : ""}</p>
<p>${mail.status}${mail.attempts > 0 ? `, ${mail.attempts} tries` : ""}${mail.last_error ? `: ${escapeHtml(mail.last_error)}` : ""}</p>
<pre>${linked(mail.text)}</pre></article>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title><style>${pageStyle}</style></head><body><main><h1>Outbox</h1><p><a href="/dev/mail/kinds">All kinds of mails</a></p>${list || "<p>No mail yet.</p>"}</main></body></html>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
