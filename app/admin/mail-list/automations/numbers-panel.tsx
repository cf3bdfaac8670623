import { useAutomationWords } from "#app/admin/mail-list/automations/messages/automations.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { AutomationNumbers } from "#shop/mailing/automations/automation.ts";

interface NumbersPanelProps {
  numbers: AutomationNumbers;
  recovered: { readonly orders: number; readonly total: number } | null;
}

/** What became of the occasions of the last 30 days. */
export function NumbersPanel({ numbers, recovered }: NumbersPanelProps) {
  const words = useAutomationWords();
  const { reasonNames } = useCampaignWords();
  const language = useLanguage();
  const { mailed, waiting, refused, brought, skipped } = numbers;
  const skippedSum = skipped.reduce((sum, { count }) => sum + count, 0);
  const isEmpty = mailed + waiting + refused + skippedSum === 0;
  return (
    <section className="grid content-start gap-3 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.numbers}</h2>
      {isEmpty ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <dl className="grid">
          {(
            [
              ["mailed", mailed],
              ["waiting", waiting],
              ["refused", refused],
              ["skipped", skippedSum],
            ] as const
          ).map(([name, count]) => (
            <div
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-2"
            >
              <dt>{words[name]}</dt>
              <dd className="figures text-right">{formatCount(count, language)}</dd>
            </div>
          ))}
        </dl>
      )}
      {skipped.length > 0 ? (
        <ul className="grid gap-1 text-sm">
          {skipped.map(({ reason, count }) => (
            <li key={reason}>
              {words.reasons[reason] ?? reasonNames[reason] ?? reason}{" "}
              <span className="figures">({formatCount(count, language)})</span>
            </li>
          ))}
        </ul>
      ) : null}
      {brought && brought.orders > 0 ? (
        <p>{words.brought(brought.orders, formatRupiah(brought.total))}</p>
      ) : null}
      {recovered && recovered.orders > 0 ? (
        <p>{words.recovered(recovered.orders, formatRupiah(recovered.total))}</p>
      ) : null}
    </section>
  );
}
