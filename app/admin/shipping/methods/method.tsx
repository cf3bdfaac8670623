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
import { readMethodChoices } from "#shop/settings/shipping/method-choices.server.ts";
import { findShippingMethod } from "#shop/settings/shipping/methods.server.ts";
import type { Route } from "./+types/method";
import { answerMethod, methodValues, readProducts } from "./method-action.server.ts";
import { MethodFields } from "./method-fields.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const { methods } = shippingWords(language);
  const title = source.loaderData?.method?.name[language] ?? methods.new;
  return pageMeta(source, { title, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const isNew = params.id === "new";
  const method = isUuid(params.id) ? await findShippingMethod(params.id) : undefined;
  if (!method && !isNew) throw data(null, { status: 404 });
  const values = methodValues(method ?? null);
  const [choices, products] = await Promise.all([readMethodChoices(), readProducts(values, "")]);
  return {
    method: method ? { id: method.id, name: method.name, rates: method.rates } : null,
    values,
    version: method?.version ?? 0,
    choices,
    products,
    payments: namePayments(url),
    isSaved: url.searchParams.has("saved"),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const actor = staffWith(context, "shipping.edit");
  const isNew = params.id === "new";
  if (!isNew && !isUuid(params.id)) throw data(null, { status: 404 });
  const answer = await answerMethod(
    actor,
    isNew ? null : params.id,
    await readForm(request),
    languageOf(url.pathname),
  );
  const list = localPath(languageOf(url.pathname), "/admin/Shipping/Methods");
  if (answer.done === "delete") throw redirect(list);
  if (answer.done && isNew) throw redirect(`${list}/${answer.id}?saved`);
  return answer;
}

/** Who may use a method, and how it is weighed. */
export default function ShippingMethod({ loaderData, actionData }: Route.ComponentProps) {
  const { method, isSaved, choices, products, payments } = loaderData;
  const words = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { methods } = words;
  const title = method?.name[language] ?? methods.new;
  return (
    <div className="grid gap-5">
      <Link to={to("/admin/Shipping/Methods")} className="link justify-self-start py-1">
        {methods.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <Editor
        key={method?.id ?? "new"}
        loaded={loaderData}
        actionData={actionData}
        payments={payments}
        labels={{
          "name.id": `${methods.name} (${words.indonesian})`,
          "name.en": `${methods.name} (${words.english})`,
          courier: methods.courier,
          service: methods.service,
          source: methods.source,
          fallback: methods.fallback,
          enabled: methods.enabled,
          min_weight_grams: methods.minWeight,
          max_weight_grams: methods.maxWeight,
          min_subtotal: methods.minSubtotal,
          max_subtotal: methods.maxSubtotal,
          step_grams: methods.step,
          volumetric_divisor: methods.divisor,
        }}
        isSaved={isSaved}
        {...(method
          ? {
              remove: {
                title: methods.deleteTitle(title),
                text: methods.deleteText(method.rates),
                submit: methods.deleteYes,
              },
            }
          : {})}
      >
        {({ values, problems, answer }) => (
          <MethodFields
            values={values}
            problems={problems}
            choices={choices}
            payments={payments}
            products={answer?.products ?? products}
          />
        )}
      </Editor>
    </div>
  );
}
