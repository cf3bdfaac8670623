import { createHash } from "node:crypto";

/** A page without nonces, and the sources of a content policy that let its own inline scripts run. */
export interface HashedScripts {
  readonly page: Buffer<ArrayBuffer>;
  readonly sources: readonly string[];
}

/**
 * Replaces the nonce of a page's inline scripts by hashes of what they say, because a page that many visitors get must not
 * carry a nonce. Only what the renderer marked is hashed: a script that came in with a product's text has no nonce.
 * @param nonce the secret that this page was rendered with, and that nothing else knows
 * @throws when the nonce is left somewhere
 */
export function hashScripts(page: string, nonce: string): HashedScripts {
  const mark = ` nonce="${nonce}"`;
  const sources = new Set<string>();
  const scripts = new RegExp(`<script(?=[^>]*${escaped(mark)})[^>]*>([\\s\\S]*?)</script>`, "g");
  for (const [tag, text = ""] of page.matchAll(scripts)) {
    if (text !== "" && !/^<script[^>]* type="application\/ld\+json"/.test(tag)) {
      sources.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
  }
  const plain = page.replaceAll(mark, "");
  if (plain.includes(nonce)) throw new Error("a page has its nonce in an unexpected place");
  return { page: Buffer.from(plain), sources: [...sources] };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
