import { useLegalWords } from "#app/messages/legal.ts";
import { formatRupiah } from "#shop/money.ts";
import type { ShippingTerm, ShippingTerms } from "#shop/shipping/shipping-terms.server.ts";

/** What everything weighs less than; a bound that the shop does not mean is not worth saying. */
const anyWeight = 30_000;

/** A table on a desk; on a phone each service is a small list of its own. */
export function ZoneRates({ zone }: { zone: ShippingTerms["zones"][number] }) {
  const { shipping: words } = useLegalWords();
  const head = "printed py-2 pr-4 text-left font-semibold align-bottom";
  return (
    <section>
      <h3 className="text-lg">{zone.name}</h3>
      <p className="text-sm text-muted">
        {zone.regions.length > 0 ? zone.regions.join(", ") : words.rest}
      </p>
      <table className="mt-2 w-full border-collapse max-md:block md:table-fixed">
        <caption className="sr-only">{zone.name}</caption>
        <thead className="border-b border-ink max-md:sr-only">
          <tr>
            <th scope="col" className={`${head} md:w-[25%]`}>
              {words.method}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {words.first}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {words.next}
            </th>
            <th scope="col" className={`${head} md:w-[21%]`}>
              {words.days}
            </th>
            <th scope="col" className={`${head} md:w-[23%]`}>
              {words.free}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {zone.terms.map((term) => (
            <Rate key={`${term.courier} ${term.service}`} term={term} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rate({ term }: { term: ShippingTerm }) {
  const { shipping: words } = useLegalWords();
  const isFree = term.first_kg === 0 && term.next_kg === 0;
  const weights = [
    term.min_weight_grams > 0 ? words.from(kilograms(term.min_weight_grams)) : "",
    term.max_weight_grams < anyWeight ? words.upTo(kilograms(term.max_weight_grams)) : "",
  ].filter(Boolean);
  const cell =
    "py-3 pr-4 align-top max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-4 max-md:py-0.5 max-md:pr-0";
  const priceOf = (price: number | null) =>
    isFree || price === null ? (
      <span className="font-sans">{isFree ? words.nothing : words.inCart}</span>
    ) : (
      formatRupiah(price)
    );
  /** Column heads that a phone shows beside each value; a screen reader has the table's own. */
  const label = (text: string) => (
    <span aria-hidden="true" className="text-sm text-muted md:hidden">
      {text}
    </span>
  );
  return (
    <tr className="border-b border-rule max-md:block max-md:py-3">
      <th
        scope="row"
        className="py-3 pr-4 text-left align-top font-semibold max-md:block max-md:py-0.5"
      >
        {term.method}
        <span className="block text-sm font-normal text-muted">
          {[`${term.courier} ${term.service}`, ...weights].join(", ")}
        </span>
      </th>
      <td className={`${cell} md:text-right`}>
        {label(words.first)}
        <span className="figures text-sm whitespace-nowrap">{priceOf(term.first_kg)}</span>
      </td>
      <td className={`${cell} md:text-right`}>
        {label(words.next)}
        <span className="figures text-sm whitespace-nowrap">{priceOf(term.next_kg)}</span>
      </td>
      <td className={cell}>
        {label(words.days)}
        <span className="md:whitespace-nowrap">
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
          <span className="max-md:text-right">
            {words.freeFrom(formatRupiah(term.free_from))}
            {term.max_subsidy === null ? null : (
              <span className="block text-sm text-muted">
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
