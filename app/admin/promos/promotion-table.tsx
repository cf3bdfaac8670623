import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import { inLanguage } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type {
  PromotionList,
  PromotionRow,
} from "#shop/promotions/editor/list-promotions.server.ts";
import { promotionSentence } from "#shop/promotions/promotion-sentence.ts";
import { PromotionPill } from "./promotion-pill.tsx";

type TableProps = Pick<PromotionList, "promotions" | "names" | "time_zone">;

/** Dense rows; cards on a phone. */
export function PromotionTable({ promotions, names, time_zone }: TableProps) {
  const { heads } = usePromoWords();
  const language = useLanguage();
  return (
    <ListTable
      heads={[
        { label: heads.promotion },
        { label: heads.codes },
        { label: heads.state },
        { label: heads.uses, isNumber: true },
        { label: heads.cost, isNumber: true },
        { label: heads.dates },
      ]}
    >
      {promotions.map((promotion) => (
        <Row
          key={promotion.id}
          promotion={promotion}
          // The dates have a column of their own.
          sentence={promotionSentence(
            { ...promotion.fields, starts_at: null, ends_at: null },
            names,
            time_zone,
            language,
          )}
        />
      ))}
    </ListTable>
  );
}

/** Codes that a row shows by name. */
const maxCodes = 3;

function Row({ promotion, sentence }: { promotion: PromotionRow; sentence: string }) {
  const words = usePromoWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { fields, codes, batch_codes } = promotion;
  const { starts_at, ends_at, usage_limit, budget } = fields;
  const day = (local: string) => formatDay(local.slice(0, 10), language);
  const dates =
    ends_at !== null
      ? starts_at !== null
        ? `${day(starts_at)} – ${day(ends_at)}`
        : words.until(day(ends_at))
      : starts_at !== null
        ? words.from(day(starts_at))
        : words.always;
  return (
    <tr className="relative border-b border-rule align-top hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:content-start @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3">
      <td className="px-3 py-2 @max-4xl:p-0">
        <Link
          to={to(`/admin/PromoCodes/${promotion.id}`)}
          className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
        >
          {inLanguage(promotion.name, language)}
        </Link>
        <span className="block max-w-prose text-muted">{sentence}</span>
      </td>
      <td className="px-3 py-2 @max-4xl:order-2 @max-4xl:col-span-2 @max-4xl:p-0">
        {codes.length > 0 ? (
          <ul className="figures text-sm @4xl:max-w-60 @max-4xl:flex @max-4xl:flex-wrap @max-4xl:gap-x-3">
            {codes.slice(0, maxCodes).map((code) => (
              <li key={code} className="truncate">
                {code}
              </li>
            ))}
            {codes.length > maxCodes ? (
              <li className="text-muted">{words.moreCodes(codes.length - maxCodes)}</li>
            ) : null}
          </ul>
        ) : null}
        {batch_codes > 0 ? (
          <span className="block text-muted">
            {words.batchCodes(formatCount(batch_codes, language))}
          </span>
        ) : codes.length === 0 ? (
          <span className="text-muted">{fields.automatic ? words.automatic : words.noCode}</span>
        ) : null}
      </td>
      <td className="px-3 py-2 @max-4xl:p-0 @max-4xl:text-right">
        <PromotionPill state={promotion.state} />
      </td>
      <td className="figures px-3 py-2 text-right whitespace-nowrap @max-4xl:order-3 @max-4xl:p-0 @max-4xl:text-left">
        <span className="text-muted @4xl:hidden">{words.heads.uses} </span>
        {formatCount(promotion.used, language)}
        {usage_limit === null ? null : (
          <span className="block text-muted @max-4xl:inline">
            {" "}
            {words.ofLimit(formatCount(usage_limit, language))}
          </span>
        )}
      </td>
      <td className="money px-3 py-2 text-right whitespace-nowrap @max-4xl:order-3 @max-4xl:p-0">
        {formatRupiah(promotion.spent)}
        {budget === null ? null : (
          <span className="block text-muted @max-4xl:inline">
            {" "}
            {words.ofLimit(formatRupiah(budget))}
          </span>
        )}
      </td>
      <td className="px-3 py-2 text-muted @4xl:whitespace-nowrap @max-4xl:order-4 @max-4xl:col-span-2 @max-4xl:p-0">
        {dates}
      </td>
    </tr>
  );
}
