import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment, formatRowMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import type { ListedBuyer } from "#shop/customers/buyers/list-buyers.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { shownPhone } from "./shown-phone.ts";
import { TagList } from "./tag-list.tsx";

/** On narrow screens each row is a card. */
export function BuyerTable({ buyers }: { buyers: readonly ListedBuyer[] }) {
  const words = useCustomerWords();
  return (
    <ListTable
      heads={[
        { label: words.name },
        { label: words.contact },
        { label: words.orders, isNumber: true },
        { label: words.spent, isNumber: true },
        { label: words.lastOrder },
        { label: words.province },
        { label: words.tags },
      ]}
    >
      {buyers.map((buyer) => (
        <BuyerRow key={buyer.id} buyer={buyer} />
      ))}
    </ListTable>
  );
}

const cell = "px-3 py-2 @max-4xl:p-0";
/** Cards have no table header, so each figure has its own label. */
const label = "text-muted @4xl:hidden";

function BuyerRow({ buyer }: { buyer: ListedBuyer }) {
  const words = useCustomerWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const { last_order_at: last } = buyer;
  return (
    <tr className={rowClasses}>
      <td className={cell}>
        <Link
          to={to(`/admin/Customers/${buyer.id}`)}
          className="block max-w-56 truncate font-semibold text-carbon after:absolute after:inset-0 @max-4xl:max-w-full"
        >
          {buyer.name || words.unnamed}
        </Link>
        <span className="block text-sm text-muted">
          {buyer.has_account ? words.account : words.guest}
        </span>
      </td>
      <td className={cell}>
        {buyer.email ? (
          <span className="block max-w-56 truncate @max-4xl:max-w-full" title={buyer.email}>
            {buyer.email}
          </span>
        ) : null}
        {buyer.phone ? (
          <span className="figures block text-sm text-muted">{shownPhone(buyer.phone)}</span>
        ) : null}
      </td>
      <td className={`text-right @max-4xl:text-left ${cell}`}>
        <span className={label}>{words.orders}: </span>
        <span className="figures">{buyer.orders}</span>
      </td>
      <td className={`money text-right whitespace-nowrap @max-4xl:text-left ${cell}`}>
        <span className={label}>{words.spent}: </span>
        {formatRupiah(buyer.spent)}
      </td>
      <td
        className={`@4xl:whitespace-nowrap ${cell}`}
        title={last ? formatMoment(last, language, zone) : undefined}
      >
        <span className={label}>{words.lastOrder}: </span>
        {last ? (
          formatRowMoment(last, language, zone)
        ) : (
          <span className="text-muted">{words.none}</span>
        )}
      </td>
      <td className={cell}>{buyer.province}</td>
      <td className={cell}>
        <TagList tags={buyer.tags} />
      </td>
    </tr>
  );
}
