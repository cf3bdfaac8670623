import { data } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { promoWords, usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formatCount } from "#base/format-count.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { findPromotion } from "#shop/promotions/editor/find-promotion.server.ts";
import {
  maxResultOrders,
  type PromotionResults,
  readPromotionResults,
} from "#shop/promotions/editor/promotion-results.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/results";
import { PromotionHeader } from "./promotion-header.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: promoWords(languageOf(source.location.pathname)).tabs.results,
    hidden: true,
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "promos.read");
  const [promotion, results] = await Promise.all([
    findPromotion(staff, params.id),
    readPromotionResults(staff, params.id),
  ]);
  if (!promotion || !results) throw data(null, { status: 404 });
  return { promotion, results, maxOrders: maxResultOrders };
}

/** What the promotion brought, what it cost, and why carts did not get it. */
export default function AdminPromoResults({ loaderData }: Route.ComponentProps) {
  const { promotion, results, maxOrders } = loaderData;
  const { results: words } = usePromoWords();
  const language = useLanguage();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PromotionHeader
        id={promotion.id}
        name={promotion.fields.name}
        state={promotion.state}
        page="results"
      />
      {results.orders === 0 && results.refusals.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <>
          <Sums results={results} />
          {results.orders >= maxOrders ? (
            <p className="text-muted">{words.newest(formatCount(maxOrders, language))}</p>
          ) : null}
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Days results={results} />
            <Codes results={results} />
            <Provinces results={results} />
            <Refusals results={results} />
          </div>
        </>
      )}
    </div>
  );
}

function Sums({ results }: { results: PromotionResults }) {
  const { results: words } = usePromoWords();
  const language = useLanguage();
  const sums = [
    [words.orders, formatCount(results.orders, language)],
    [words.newBuyers, formatCount(results.new_buyers, language)],
    [words.revenue, formatRupiah(results.revenue)],
    [words.discount, formatRupiah(results.discount)],
  ];
  return (
    <dl className="grid grid-cols-2 border-t border-l border-rule lg:grid-cols-4">
      {sums.map(([label, value]) => (
        <div key={label} className="border-r border-b border-rule p-4">
          <dt className="printed text-muted">{label}</dt>
          <dd className="figures text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RowsProps {
  title: string;
  hint?: string;
  heads: readonly string[];
  rows: readonly {
    readonly key: string;
    readonly cells: readonly string[];
    readonly share: number;
  }[];
  empty: string;
}

/** A small table with a bar below each row: its share of the largest. */
function Rows({ title, hint, heads, rows, empty }: RowsProps) {
  return (
    <Section title={title} hint={hint}>
      {rows.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <table className="w-full">
          <thead className="border-b border-ink">
            <tr>
              {heads.map((head, index) => (
                <th
                  key={head}
                  className={`printed py-1.5 font-semibold ${index === 0 ? "text-left" : "pl-3 text-right"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells, share }) => (
              <tr
                key={key}
                className="border-b border-rule bg-no-repeat"
                style={{
                  backgroundImage: "linear-gradient(var(--color-rule), var(--color-rule))",
                  backgroundSize: `${Math.round(share * 100)}% 3px`,
                  backgroundPosition: "left bottom",
                }}
              >
                {cells.map((cell, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                    key={index}
                    className={`py-1.5 ${index === 0 ? "wrap-anywhere" : "figures pl-3 text-right whitespace-nowrap"}`}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function shares(counts: readonly number[]): (count: number) => number {
  const largest = Math.max(1, ...counts);
  return (count) => count / largest;
}

function Days({ results: { days } }: { results: PromotionResults }) {
  const { results: words } = usePromoWords();
  const language = useLanguage();
  const share = shares(days.map(({ orders }) => orders));
  return (
    <Rows
      title={words.byDay}
      heads={[words.day, words.orders, words.discount]}
      empty={words.noOrders}
      rows={days.map(({ day, orders, discount }) => ({
        key: day,
        cells: [formatDay(day, language), formatCount(orders, language), formatRupiah(discount)],
        share: share(orders),
      }))}
    />
  );
}

function Codes({ results: { codes } }: { results: PromotionResults }) {
  const { results: words } = usePromoWords();
  const language = useLanguage();
  const share = shares(codes.map(({ orders }) => orders));
  return (
    <Rows
      title={words.byCode}
      heads={[words.code, words.orders, words.discount]}
      empty={words.noOrders}
      rows={codes.map(({ code, is_batch, orders, discount }) => ({
        key: `${code} ${is_batch}`,
        cells: [
          is_batch ? words.ofBatch(code) : code,
          formatCount(orders, language),
          formatRupiah(discount),
        ],
        share: share(orders),
      }))}
    />
  );
}

function Provinces({ results: { provinces } }: { results: PromotionResults }) {
  const { results: words } = usePromoWords();
  const language = useLanguage();
  const share = shares(provinces.map(({ orders }) => orders));
  return (
    <Rows
      title={words.byProvince}
      heads={[words.province, words.orders, words.discount]}
      empty={words.noOrders}
      rows={provinces.map(({ name, orders, discount }) => ({
        key: name,
        cells: [
          name || words.unknownProvince,
          formatCount(orders, language),
          formatRupiah(discount),
        ],
        share: share(orders),
      }))}
    />
  );
}

function Refusals({ results: { refusals } }: { results: PromotionResults }) {
  const { results: words } = usePromoWords();
  const language = useLanguage();
  const share = shares(refusals.map(({ n }) => n));
  return (
    <Rows
      title={words.refused}
      hint={words.refusedHint}
      heads={[words.reason, words.carts]}
      empty={words.noRefusals}
      rows={refusals.map(({ reason, n }) => ({
        key: reason,
        cells: [wordsFor(words.reasons, reason, "other"), formatCount(n, language)],
        share: share(n),
      }))}
    />
  );
}
