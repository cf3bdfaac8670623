import * as v from "valibot";

/**
 * The target of a link: empty, a path of the shop, or an https address. Paths that browsers read as another host (`//x.test`,
 * `/\x.test`, and `/en//x.test` without its language), other protocols and addresses with a password are refused.
 */
export const linkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, "too_long"),
  v.check((link) => !/^http:/i.test(link), "link_not_https"),
  v.check(isLink, "link_invalid"),
);

function isLink(link: string): boolean {
  if (link === "") return true;
  if (/[\s\\\p{Cc}]/u.test(link)) return false;
  if (link.startsWith("/")) return !/^[^?#]*\/\//.test(link);
  if (!/^https:\/\//i.test(link) || !URL.canParse(link)) return false;
  const { username, password, hostname } = new URL(link);
  return username === "" && password === "" && hostname.includes(".");
}
