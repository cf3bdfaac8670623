import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import type { Suppression } from "#shop/consent/subscribers/find-subscriber.server.ts";

/** Why an address gets nothing, or got nothing until its owner came back. */
export function SuppressionList({ suppressions }: { suppressions: readonly Suppression[] }) {
  const { suppressions: words } = useMailListWords();
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <ul className="grid gap-1">
      {suppressions.map(({ reason, since, is_mailbox, is_lifted }) => (
        <li key={`${reason} ${since}`} className={is_lifted ? "text-muted" : ""}>
          {[
            words.reasons[reason],
            words.since(formatMoment(since, language, zone)),
            is_mailbox ? words.mailbox : "",
            is_lifted ? words.lifted : "",
          ]
            .filter(Boolean)
            .join(", ")}
        </li>
      ))}
    </ul>
  );
}
