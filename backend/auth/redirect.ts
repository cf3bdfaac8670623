import { isLoopback, ownPath } from "#base/own-path.ts";

interface RedirectRules {
  readonly publicUrl: string;
  readonly redirectAllowList: readonly string[];
}

/**
 * The redirect target of a mail's link: the requested address when it is ours or on the allow list, else the
 * shop. Only the parsed address is used, so that no browser can read it differently.
 */
export function safeRedirect(rules: RedirectRules, requested: string | undefined): string {
  return allowedRedirect(rules, requested) ?? rules.publicUrl;
}

export function allowedRedirect(
  { publicUrl, redirectAllowList }: RedirectRules,
  requested: string | undefined,
): string | undefined {
  // Browsers drop tabs and line breaks and read a backslash as a slash; a legitimate address has none.
  if (!requested || requested.length > 2000 || hasTrap(requested) || !URL.canParse(requested))
    return undefined;
  const url = new URL(requested);
  if (url.username || url.password) return undefined;
  url.hash = "";
  const own = new URL(publicUrl);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  if (isWeb && url.origin === own.origin) {
    const path = ownPath(url.href, own.origin);
    return path && own.origin + path;
  }
  if (isWeb && isLoopback(url.hostname) && isLoopback(own.hostname)) return url.href;
  if (["javascript:", "data:", "vbscript:", "file:", "blob:"].includes(url.protocol))
    return undefined;
  return redirectAllowList.some((pattern) => matches(pattern, url.href)) ? url.href : undefined;
}

/**
 * Redirect targets that may get a session in the fragment. A browser passes the fragment on when a page redirects, so only the
 * shop's pages for links in mails get one. The home page replaces every other target at the shop.
 */
export function sessionRedirect(
  { publicUrl, linkPages }: { publicUrl: string; linkPages?: readonly string[] },
  target: URL,
): URL {
  const isOwn = target.origin === new URL(publicUrl).origin;
  if (!isOwn || !linkPages?.length || linkPages.includes(target.pathname)) return target;
  return new URL(publicUrl);
}

function hasTrap(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x7f || character === "\\") return true;
  }
  return false;
}

/** `*` matches any text without "." and "/", `**` any text, as in GoTrue's allow list. */
function matches(pattern: string, address: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === "**") return ".*";
      if (part === "*") return "[^./]*";
      return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}/?$`).test(address);
}
