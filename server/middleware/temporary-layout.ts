import { colourModeScript, paperColours } from "#app/browser/colour-mode.ts";
import type { Language } from "#base/language.ts";

/*
 * Pages that stand in for any other: the same for every visitor, without external resources. The colours are those of
 * app.css.
 */
const styles = `
:root{color-scheme:light;--paper:#f6f7f5;--card:#fff;--ink:#14183a;--carbon:#2b39a6;--on:#fff;--muted:#565c78;--rule:#c9cddd;--yellow:#ffefa0;--yi:#14183a}
.dark{color-scheme:dark;--paper:#0c0f24;--card:#141836;--ink:#e7e9f8;--carbon:#a3aeff;--on:#0c0f24;--muted:#a4aacb;--rule:#2d335c;--yellow:#403915;--yi:#f3dc66}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:400 16px/1.6 "Plus Jakarta Sans Variable","Plus Jakarta Sans",ui-sans-serif,system-ui,sans-serif}
main{width:100%;max-width:32rem;background:var(--card);border:1px solid var(--rule);border-top:2px dotted var(--rule);padding:32px 24px}
.shop{display:flex;justify-content:space-between;gap:16px;margin:0 0 24px;padding-bottom:16px;border-bottom:1px solid var(--rule);font-weight:700}
.mark{padding:0 10px;background:var(--yellow);color:var(--yi);font-weight:600;font-size:.875rem;line-height:1.8}
h1{margin:0;font:800 28px/1.15 "Bricolage Grotesque Variable","Bricolage Grotesque",ui-sans-serif,system-ui,sans-serif}
p{margin:12px 0 0}
.muted{color:var(--muted);font-size:.875rem}
ul{margin:0;padding:0;list-style:none}
li{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid var(--rule)}
h2{margin:32px 0 12px;font-size:1.125rem}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:24px;padding:8px 20px;background:var(--carbon);color:var(--on);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--carbon);outline-offset:2px}`;

/** The words of a plain page. */
export interface PlainWords {
  readonly mark: string;
  readonly title: string;
  readonly text: string;
  readonly retry: string;
  readonly waiting: string;
}

/**
 * @param nonce of this answer, whose policy contains it
 * @param script runs in the page
 * @param more what only one of the pages has
 */
export function temporaryLayout(
  language: Language,
  shopName: string,
  nonce: string,
  words: PlainWords,
  script: string,
  more: { readonly styles?: string; readonly html?: string } = {},
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${paperColours.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${paperColours.dark}" media="(prefers-color-scheme: dark)">
<title>${words.title} · ${escaped(shopName)}</title>
<style nonce="${nonce}">${more.styles ?? ""}${styles}</style>
<script nonce="${nonce}">${colourModeScript};${script}</script>
</head>
<body>
<main>
<p class="shop"><span>${escaped(shopName)}</span><span class="mark">${words.mark}</span></p>
<h1>${words.title}</h1>
<p>${words.text}</p>
<a href="">${words.retry}</a>
<p class="muted">${words.waiting}</p>
${more.html ?? ""}</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
