import { withoutInvisible } from "#base/typed-text.ts";

/** What was typed or pasted into a search box, on one line. @param max characters that are used */
export function searchText(typed: string | null, max: number): string {
  return withoutInvisible(typed ?? "")
    .replace(/[\p{Cc}\p{Cs}]/gu, " ")
    .trim()
    .slice(0, max);
}
