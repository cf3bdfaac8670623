import { useTermsWords } from "#app/messages/shared/terms.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShippingTerm, ShippingTerms } from "#shop/settings/shipping/shipping-terms.server.ts";

/** Grams above every real weight; a bound from here on is not shown. */
const anyWeight = 30_000;

/** A table where there is room; on a phone, and with a large font, each service is a small list. */
export function ZoneRates({ zone }: { zone: ShippingTerms["zones"][number] }) {
  const { shipping: words } = useTermsWords();
  const head = "printed py-2 pr-4 text-left font-semibold align-bottom";
  return (
    <section className="@container">
      <h3 className="text-lg">{zone.name}</h3>
      <p className="text-sm text-muted">
        {zone.regions.length > 0 ? zone.regions.join(", ") : words.rest}
      </p>
      <table className="mt-2 w-full border-collapse @max-2xl:block @2xl:table-fixed">
        <caption className="sr-only">{zone.name}</caption>
        <thead className="border-b border-ink @max-2xl:sr-only">
          <tr>
            <th scope="col" className={`${head} @2xl:w-[27%]`}>
              {words.method}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {words.first}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {words.next}
            </th>
            <th scope="col" className={`${head} @2xl:w-[22%] @2xl:pl-4`}>
              {words.days}
            </th>
            <th scope="col" className={`${head} @2xl:w-[20%]`}>
              {words.free}
            </th>
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {zone.terms.map((term) => (
            <Rate key={`${term.courier} ${term.service}`} term={term} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rate({ term }: { term: ShippingTerm }) {
  const { shipping: words } = useTermsWords();
  const isFree = term.first_kg === 0 && term.next_kg === 0;
  const weights = [
    term.min_weight_grams > 0 ? words.from(kilograms(term.min_weight_grams)) : "",
    term.max_weight_grams < anyWeight ? words.upTo(kilograms(term.max_weight_grams)) : "",
  ].filter(Boolean);
  const cell =
    "py-3 pr-4 align-top text-sm @max-2xl:flex @max-2xl:flex-wrap @max-2xl:justify-between @max-2xl:gap-x-4 @max-2xl:py-0.5 @max-2xl:pr-0";
  const priceOf = (price: number | null) =>
    isFree || price === null ? (
      <span className="font-sans">{isFree ? words.nothing : words.inCart}</span>
    ) : (
      formatRupiah(price)
    );
  /** Column heads that a phone shows beside each value; a screen reader has the table's own. */
  const label = (text: string) => (
    <span aria-hidden="true" className="text-muted @2xl:hidden">
      {text}
    </span>
  );
  return (
    <tr className="border-b border-rule @max-2xl:block @max-2xl:py-3">
      <th
        scope="row"
        className="py-3 pr-4 text-left align-top font-semibold @max-2xl:block @max-2xl:py-0.5"
      >
        {term.method}
        <span className="block text-sm font-normal text-muted">
          {[`${term.courier} ${term.service}`, ...weights].join(", ")}
        </span>
      </th>
      <td className={`${cell} @2xl:text-right`}>
        {label(words.first)}
        <span className="money">{priceOf(term.first_kg)}</span>
      </td>
      <td className={`${cell} @2xl:text-right`}>
        {label(words.next)}
        <span className="money">{priceOf(term.next_kg)}</span>
      </td>
      <td className={`${cell} @2xl:pl-4`}>
        {label(words.days)}
        <span className="@2xl:whitespace-nowrap">
          {words.workingDays(term.min_days, term.max_days)}
        </span>
      </td>
      <td className={cell}>
        {label(words.free)}
        {isFree ? (
          <span>{words.always}</span>
        ) : term.free_from === null ? (
          <span className="text-muted">{words.never}</span>
        ) : (
          <span className="@max-2xl:text-right">
            {words.freeFrom(formatRupiah(term.free_from))}
            {term.max_subsidy === null ? null : (
              <span className="block text-muted">
                {words.freeUpTo(formatRupiah(term.max_subsidy))}
              </span>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

function kilograms(grams: number): string {
  return String(grams / 1000).replace(".", ",");
}
