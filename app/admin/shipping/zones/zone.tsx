import { data, redirect } from "react-router";
import { allValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import { Editor } from "#app/admin/shipping/editor.tsx";
import { NameFields, Part, useProblemText } from "#app/admin/shipping/fields.tsx";
import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { namePayments } from "#app/admin/shipping/name-payments.server.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { findZone, type TakenPlace } from "#shop/settings/shipping/zones/zones.server.ts";
import type { Route } from "./+types/zone";
import { RegionPicker } from "./region-picker.tsx";
import { answerZone, readZoneTree, zoneValues } from "./zone-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const { zones } = shippingWords(language);
  const title = source.loaderData?.zone?.name[language] ?? zones.new;
  return pageMeta(source, { title, hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const isNew = params.id === "new";
  const zone = isUuid(params.id) ? await findZone(params.id) : undefined;
  if (!zone && !isNew) throw data(null, { status: 404 });
  const values = zoneValues(zone ?? null);
  return {
    zone: zone ? { id: zone.id, name: zone.name, rates: zone.rates } : null,
    values,
    version: zone?.version ?? 0,
    tree: await readZoneTree(values, ""),
    payments: namePayments(url),
    isSaved: url.searchParams.has("saved"),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const actor = staffWith(context, "shipping.edit");
  const isNew = params.id === "new";
  if (!isNew && !isUuid(params.id)) throw data(null, { status: 404 });
  const answer = await answerZone(
    actor,
    isNew ? null : params.id,
    await readForm(request),
    languageOf(url.pathname),
  );
  const list = localPath(languageOf(url.pathname), "/admin/Shipping");
  if (answer.done === "delete") throw redirect(list);
  if (answer.done && isNew) throw redirect(`${list}/Zones/${answer.id}?saved`);
  return answer;
}

/** Name, switches, regions and postcodes of one zone. */
export default function ShippingZone({ loaderData, actionData }: Route.ComponentProps) {
  const { zone, isSaved, tree } = loaderData;
  const words = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { zones } = words;
  const textOf = useProblemText();
  const title = zone?.name[language] ?? zones.new;
  return (
    <div className="grid gap-5">
      <Link to={to("/admin/Shipping")} className="link justify-self-start py-1">
        {zones.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <Editor
        key={zone?.id ?? "new"}
        loaded={loaderData}
        actionData={actionData}
        payments={loaderData.payments}
        labels={{
          "name.id": `${zones.name} (${words.indonesian})`,
          "name.en": `${zones.name} (${words.english})`,
          serviceable: zones.servedLabel,
          cash_on_delivery: zones.codLabel,
          postcodes: zones.postcodesLabel,
        }}
        isSaved={isSaved}
        {...(zone
          ? {
              remove: {
                title: zones.deleteTitle(title),
                text: zones.deleteText(zone.rates),
                submit: zones.deleteYes,
              },
            }
          : {})}
      >
        {({ values, problems, answer }) => (
          <>
            {answer?.taken ? <Taken taken={answer.taken} /> : null}
            <Part title={zones.name}>
              <NameFields label={zones.name} values={values} problems={problems} />
            </Part>
            <Part title={zones.switches}>
              <div className="grid gap-1">
                <Checkbox
                  name="serviceable"
                  value="on"
                  defaultChecked={firstValue(values, "serviceable") === "on"}
                  label={
                    <span>
                      {zones.servedLabel} <span className="text-muted">{zones.servedHint}</span>
                    </span>
                  }
                />
                <Checkbox
                  name="cash_on_delivery"
                  value="on"
                  defaultChecked={firstValue(values, "cash_on_delivery") === "on"}
                  label={zones.codLabel}
                />
              </div>
            </Part>
            <RegionPicker
              tree={answer?.tree ?? tree}
              regions={allValues(values, "region")}
              opened={allValues(values, "open")}
              zoneId={zone?.id ?? null}
              error={textOf(problems?.regions)}
            />
            <Part title={zones.postcodesLabel} hint={zones.postcodesHint}>
              <Field
                label={<span className="sr-only">{zones.postcodesLabel}</span>}
                error={textOf(problems?.postcodes)}
              >
                {(parts) => (
                  <TextArea
                    {...parts}
                    name="postcodes"
                    rows={4}
                    spellCheck={false}
                    defaultValue={firstValue(values, "postcodes")}
                    className="figures max-w-md"
                  />
                )}
              </Field>
            </Part>
          </>
        )}
      </Editor>
    </div>
  );
}

/** Regions that another zone has, and the button that moves them here. */
function Taken({ taken }: { taken: readonly TakenPlace[] }) {
  const { zones } = useShippingWords();
  const language = useLanguage();
  return (
    <section className="grid justify-items-start gap-3 border-2 border-stamp p-4" role="alert">
      <h2 className="font-sans text-base font-semibold tracking-normal">{zones.takenTitle}</h2>
      <p className="text-muted">{zones.takenText}</p>
      <ul className="grid w-full divide-y divide-rule border-y border-rule">
        {taken.map(({ code, name, zone }) => (
          <li key={code} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span>{name || zones.rest}</span>
            <span className="text-muted">{zones.takenAt(zone[language])}</span>
            <input type="hidden" name="move" value={code} />
          </li>
        ))}
      </ul>
      <Button type="submit" name="intent" value="move" look="quiet">
        {zones.move}
      </Button>
    </section>
  );
}
