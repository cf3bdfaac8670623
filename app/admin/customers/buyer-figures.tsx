import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import type { Buyer } from "#shop/customers/buyers/find-buyer.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";

export function BuyerFigures({ buyer }: { buyer: Buyer }) {
  const words = useCustomerWords();
  const language = useLanguage();
  const zone = useShopZone();
  const moment = (at: string | null) => (at ? formatMoment(at, language, zone) : words.none);
  const average = buyer.orders === 0 ? 0 : Math.round(buyer.spent / buyer.orders);
  const figures = [
    [words.orders, String(buyer.orders)],
    [words.spent, formatRupiah(buyer.spent)],
    [words.figures.average, formatRupiah(average)],
    [words.figures.returned, formatRupiah(buyer.returned)],
    [words.figures.firstOrder, moment(buyer.first_order_at)],
    [words.lastOrder, moment(buyer.last_order_at)],
  ];
  return (
    <Section title={words.figures.title} hint={words.figures.hint}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="money font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
