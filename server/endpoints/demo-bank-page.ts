import { html, raw } from "hono/html";
import type { DemoPayment } from "#integrations/payment/builtin/demo-bank.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";

const words = {
  id: {
    title: "Bank percobaan",
    note: "Halaman ini milik penyedia pembayaran bawaan. Tidak ada uang sungguhan.",
    amount: "Jumlah",
    number: "Nomor virtual account",
    pay: "Bayar",
    refuse: "Tolak",
    closed: "Pembayaran ini sudah selesai atau ditutup.",
    back: "Kembali ke toko",
  },
  en: {
    title: "Demonstration bank",
    note: "This page belongs to the built-in payment provider. No real money.",
    amount: "Amount",
    number: "Virtual account number",
    pay: "Pay",
    refuse: "Refuse",
    closed: "This payment is finished or closed.",
    back: "Back to the shop",
  },
};

const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;font:16px/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{width:min(26rem,calc(100vw - 2rem));border:1px solid GrayText;padding:1.5rem;box-sizing:border-box}
h1{font-size:1.375rem;margin:0 0 .5rem}
dl{margin:1rem 0;display:grid;gap:.5rem}dt{font-size:.875rem}dd{margin:0;font-size:1.375rem;font-weight:700;overflow-wrap:anywhere}
form{display:flex;gap:.75rem;flex-wrap:wrap}button{font:inherit;min-height:44px;padding:0 1.25rem;cursor:pointer;border:1px solid GrayText;background:Canvas;color:CanvasText}
button[value=pay]{flex:1;font-weight:600;border-color:CanvasText;background:CanvasText;color:Canvas}
`;

/** The page for a payment outside the shop, in place of a bank's, a wallet's or a QR app. */
export function demoBankPage(
  payment: DemoPayment,
  page: { secret: string; nonce: string },
): ReturnType<typeof html> {
  const language = /^https?:\/\/[^/]+\/en(\/|$)/.test(payment.returnUrl) ? "en" : "id";
  const text = words[language];
  const number = payment.number
    ? html`<div><dt>${text.number}</dt><dd>${payment.number}</dd></div>`
    : "";
  const act = payment.isOpen
    ? html`<form method="post">
        <input type="hidden" name="secret" value="${page.secret}" />
        <button name="act" value="pay">${text.pay}</button>
        <button name="act" value="refuse">${text.refuse}</button>
      </form>`
    : html`<p>${text.closed}</p>
        <p><a href="${payment.returnUrl}">${text.back}</a></p>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${text.title}</title>
        <style nonce="${page.nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${text.title}</h1>
          <p>${text.note}</p>
          <dl>
            <div><dt>${text.amount}</dt><dd>${formatRupiah(payment.amount)}</dd></div>
            ${number}
          </dl>
          ${act}
        </main>
      </body>
    </html>`;
}
