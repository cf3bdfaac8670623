/** Tags that an address may have, and characters of one; as in private.are_mail_tags. */
const maxTags = 50;
const maxLength = 40;
/** Control characters, and what turns a text round or does not show. */
const hostile = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u;

/**
 * Reads tags as people and other programs write them: `VIP, "reseller"; grosir`. They are kept in small letters, once each.
 * @returns undefined for too many, too long ones, or hidden characters
 */
export function readMailTags(text: string): readonly string[] | undefined {
  if (hostile.test(text)) return undefined;
  const tags = new Set(
    text
      .split(/[,;]/)
      .map((tag) =>
        tag
          .trim()
          .replace(/^"(.*)"$/, "$1")
          .trim()
          .toLowerCase(),
      )
      .filter(Boolean),
  );
  const isValid = tags.size <= maxTags && [...tags].every((tag) => tag.length <= maxLength);
  return isValid ? [...tags].sort() : undefined;
}
