import { useSendingHealthWords } from "#app/admin/mail-list/sending/messages/sending-health.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";

/** What came back about a mail, as the other side worded it. */
export interface MailReport {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
  readonly reason: string;
  /** Of the address; absent where one address is looked at. */
  readonly domain?: string;
  readonly campaign: { readonly id: string; readonly name: string } | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Reports of mail servers and providers, the newest first. */
export function MailReports({ reports }: { reports: readonly MailReport[] }) {
  const words = useSendingHealthWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <ul className="border-t border-rule">
      {reports.map(({ id, kind, domain, code, reason, campaign, at }) => (
        <li key={id} className="grid gap-0.5 border-b border-rule py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <b>{words.kinds[kind]}</b> {domain} <span className="figures">{code}</span>
            </span>
            <span className="text-muted">{formatMoment(at, language, zone)}</span>
          </p>
          {reason ? <p className="text-sm text-muted">{reason}</p> : null}
          {campaign ? (
            <p className="text-sm">
              <Link className="underline" to={to(`/admin/MailList/Campaigns/${campaign.id}`)}>
                {campaign.name}
              </Link>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
