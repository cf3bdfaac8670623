import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import type { ClickMark } from "#shop/orders/mail-clicks/click-mark.ts";

/** Clicks of one network in an hour: a mobile network shares one address among many people. */
const limit = { limit: 600, windowSeconds: 3_600 };

/**
 * Counts that a device opened a link of a campaign's mail. Nothing about the device or its person is stored; it says itself
 * that it opens the link for the first time.
 * @param click.isFirst the device has opened no other link of the campaign
 * @returns for how many days the device keeps the click; null for a link that no mail has
 */
export async function countClick(
  { campaign, version, link, isFirst }: ClickMark & { readonly isFirst: boolean },
  network: string,
): Promise<Result<{ readonly days: number } | null, { readonly wait: number }>> {
  const wait = await countRequest(`mail-click:${network}`, limit);
  if (wait > 0) return fail({ wait });
  const [row] = await asShop()<{ days: number | null }[]>`
    select private.count_mail_click(${campaign}, ${version}, ${link}, ${isFirst}) as days`;
  return ok(row?.days ? { days: row.days } : null);
}
