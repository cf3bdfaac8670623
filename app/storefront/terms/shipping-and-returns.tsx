import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { returnTermsWords } from "#app/messages/shared/return-terms.ts";
import { termsWords, useTermsWords } from "#app/messages/shared/terms.ts";
import {
  formatHour,
  formatWeekdays,
  weekdayName,
  weekFromMonday,
} from "#app/messages/shared/weekdays.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Clause, Clauses } from "#app/ui/clauses.tsx";
import { PageClauses } from "#app/ui/page-clauses.tsx";
import { offersPersonalising } from "#shop/catalogue/offers-personalising.server.ts";
import { findFixedPage } from "#shop/content/live-site.server.ts";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import { readReturnTerms } from "#shop/orders/returns/return-terms.server.ts";
import {
  readShippingTerms,
  type ShippingTerms,
} from "#shop/settings/shipping/shipping-terms.server.ts";
import { SheetPage } from "../reading/sheet-page.tsx";
import type { Route } from "./+types/shipping-and-returns";
import { ZoneRates } from "./zone-rates.tsx";

export const meta: Route.MetaFunction = (source) => {
  const { shipping } = termsWords(languageOf(source.location.pathname));
  const lead = source.loaderData?.own?.description || shipping.lead;
  return pageMeta(source, { title: shipping.title, description: lead });
};

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const [terms, returns, isPersonalising, own] = await Promise.all([
    readShippingTerms(language),
    readReturnTerms(),
    offersPersonalising(),
    findFixedPage("shipping-returns", language),
  ]);
  const words = returnTermsWords(language);
  return {
    terms,
    own,
    returns: [
      { heading: words.headings.claims, paragraphs: [words.claims(returns)] },
      {
        heading: words.headings.returns,
        paragraphs: [
          words.returns(returns),
          ...words.postage(returns),
          ...(isPersonalising ? [words.personalised(returns)] : []),
          words.counted(returns),
        ],
      },
    ],
  };
}

/**
 * Derived from the settings that price carts and decide returns, so the page always matches them. The parts that staff
 * wrote follow these.
 */
export default function ShippingAndReturns({
  loaderData: { terms, returns, own },
}: Route.ComponentProps) {
  const { shipping: words } = useTermsWords();
  const to = useLocalPath();
  const hasZones = terms.zones.length > 0;
  const first = hasZones ? 2 : 1;
  const clauses = [...returns, ...words.refunds];
  return (
    <SheetPage
      title={words.title}
      lead={own?.description || words.lead}
      aside={
        <p className="mt-5">
          <ButtonLink to={to("/Contact")} look="quiet">
            {words.contact}
          </ButtonLink>
        </p>
      }
    >
      {hasZones ? (
        <Clause number={1} heading={words.when}>
          <Departure terms={terms} />
        </Clause>
      ) : null}
      <Clause number={first} heading={words.zones}>
        {hasZones ? (
          <>
            <p className="mt-2 max-w-[66ch]">{words.zonesText}</p>
            <div className="mt-6 grid gap-8">
              {terms.zones.map((zone) => (
                <ZoneRates key={zone.name} zone={zone} />
              ))}
            </div>
          </>
        ) : (
          <p className="mt-2 max-w-[66ch]">{words.noZones}</p>
        )}
      </Clause>
      <Clauses sections={clauses} from={first + 1} />
      {own ? <PageClauses sections={own.sections} from={first + 1 + clauses.length} /> : null}
    </SheetPage>
  );
}

function Departure({ terms }: { terms: ShippingTerms }) {
  const { shipping: words } = useTermsWords();
  const language = useLanguage();
  const open = weekFromMonday.flatMap((weekday) => {
    const hour = terms.cutoffs[weekday] ?? null;
    return hour === null ? [] : [{ weekday, hour }];
  });
  const clock = shopTimeZones[useShopZone()].name;
  const days = formatWeekdays(
    open.map(({ weekday }) => weekday),
    language,
  );
  const hours = new Set(open.map(({ hour }) => hour));
  const [hour = 0] = hours;
  return (
    <div className="mt-2 grid max-w-[66ch] gap-3">
      {hours.size > 1 ? (
        <div>
          <p>{words.cutoffsDiffer}</p>
          <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
            {open.map(({ weekday, hour }) => (
              <li key={weekday}>
                {weekdayName(weekday, language)} {formatHour(hour, language)} {clock}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          {hour === 0 ? words.noCutoff : words.cutoff(`${formatHour(hour, language)} ${clock}`)}
        </p>
      )}
      <p>{terms.holidays.length > 0 ? words.workdays(days) : words.workdaysOnly(days)}</p>
      {terms.holidays.length > 0 ? (
        <div>
          <h3 className="printed font-sans">{words.holidays}</h3>
          <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
            {terms.holidays.map(({ from_day, to_day, text }) => (
              <li key={from_day}>
                {formatDay(from_day, language)}
                {to_day === from_day ? null : ` – ${formatDay(to_day, language)}`}
                {text ? `: ${text}` : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <p>{words.resi}</p>
    </div>
  );
}
