import { data, redirect } from "react-router";
import { Editor } from "#app/admin/shipping/editor.tsx";
import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { namePayments } from "#app/admin/shipping/name-payments.server.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { findRate } from "#shop/settings/shipping/rates/rate-table.server.ts";
import type { Route } from "./+types/rate";
import { answerRate, rateValues } from "./rate-action.server.ts";
import { RateFields } from "./rate-fields.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const { rates } = shippingWords(language);
  const cell = source.loaderData?.cell;
  const title = cell ? rates.cell(cell.method[language], cell.zone[language]) : rates.title;
  return pageMeta(source, { title, hidden: true });
};

function keyOf(params: { method: string; zone: string }) {
  if (!isUuid(params.method) || !isUuid(params.zone)) throw data(null, { status: 404 });
  return { method_id: params.method, zone_id: params.zone };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const found = await findRate(keyOf(params));
  if (!found) throw data(null, { status: 404 });
  const { cell, rate } = found;
  return {
    cell,
    isSet: rate !== null,
    values: rateValues(rate),
    version: rate?.version ?? 0,
    payments: namePayments(url),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const actor = staffWith(context, "shipping.edit");
  const answer = await answerRate(
    actor,
    keyOf(params),
    await readForm(request),
    languageOf(url.pathname),
  );
  if (answer.done === "delete") {
    throw redirect(localPath(languageOf(url.pathname), "/admin/Shipping/Rates"));
  }
  return answer;
}

/** The price of one method in one zone. */
export default function ShippingRate({ loaderData, actionData }: Route.ComponentProps) {
  const { cell, isSet } = loaderData;
  const { rates: words } = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const title = words.cell(cell.method[language], cell.zone[language]);
  return (
    <div className="grid gap-5">
      <Link to={to("/admin/Shipping/Rates")} className="link justify-self-start py-1">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <Editor
        loaded={loaderData}
        actionData={actionData}
        payments={loaderData.payments}
        labels={{
          pricing: words.pricing,
          first_kg: words.first,
          next_kg: words.next,
          flat_price: words.flat,
          percent: words.percent,
          tier_from: words.tierFrom.weight,
          tier_to: words.tierTo.weight,
          tier_price: words.tierPrice,
          min_days: words.minDays,
          max_days: words.maxDays,
          free_from: words.freeFrom,
          max_subsidy: words.maxSubsidy,
        }}
        {...(isSet
          ? {
              remove: {
                title: words.deleteTitle(title),
                text: words.deleteText,
                submit: words.deleteYes,
              },
            }
          : {})}
      >
        {({ values, problems }) => <RateFields values={values} problems={problems} />}
      </Editor>
    </div>
  );
}
