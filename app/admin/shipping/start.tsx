import { Form, redirect } from "react-router";
import * as v from "valibot";
import { type FormValues, firstValue, readValues } from "#app/admin/kit/form/form-values.ts";
import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { formatHour, formatWeekdays, weekFromMonday } from "#app/messages/shared/weekdays.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { localPath } from "#base/language.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { startDelivery } from "#shop/settings/shipping/first-delivery.server.ts";
import { readHours, type Week } from "#shop/settings/shipping/hours.server.ts";
import { rateSchema } from "#shop/settings/shipping/rates/rate-input.ts";
import { translated } from "#shop/settings/shipping/typed-values.ts";
import { listZones } from "#shop/settings/shipping/zones/zones.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/start";
import type { EditorAnswer } from "./editor-answer.ts";
import { NameFields, NumberField, Part, TextField, useProblemText } from "./fields.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).start.title,
    hidden: true,
  });

const startSchema = v.object({
  name: translated(60),
  courier: textLine(60),
  service: textLine(60),
});

export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.edit");
  const zones = await listZones();
  if (zones.length > 0) throw redirect(localPath(languageOf(url.pathname), "/admin/Shipping"));
  return { cutoffs: (await readHours()).cutoffs };
}

export async function action({ request, url, context }: Route.ActionArgs): Promise<EditorAnswer> {
  const actor = staffWith(context, "shipping.edit");
  const values = readValues(await readForm(request));
  const field = (name: string) => firstValue(values, name);
  const method = v.safeParse(startSchema, {
    name: { id: field("name.id"), en: field("name.en") },
    courier: field("courier"),
    service: field("service"),
  });
  const rate = v.safeParse(rateSchema, {
    pricing: "per_kg",
    first_kg: field("first_kg"),
    next_kg: field("next_kg"),
    min_days: field("min_days"),
    max_days: field("max_days"),
    free_from: "",
    max_subsidy: "",
  });
  if (!method.success || !rate.success) {
    const problems = {
      ...formProblems(method.issues ?? []),
      ...formProblems(rate.issues ?? []),
    };
    return { problems, values };
  }
  const started = await startDelivery(actor, { ...method.output, rate: rate.output });
  if (!started.ok) return { problem: started.problem, values };
  throw redirect(`${localPath(languageOf(url.pathname), "/admin/Shipping")}?started`);
}

const suggested: FormValues = {
  "name.id": ["Reguler"],
  "name.en": ["Standard"],
  min_days: ["2"],
  max_days: ["5"],
};

/** The shortest way from an empty shop to a delivery that buyers can choose. */
export default function StartShipping({ loaderData, actionData }: Route.ComponentProps) {
  const words = useShippingWords();
  const to = useLocalPath();
  const textOf = useProblemText();
  const { start, methods, rates } = words;
  const values = actionData?.values ?? suggested;
  const parts = { values, problems: actionData?.problems };
  return (
    <div className="@container grid max-w-3xl gap-5">
      <Link to={to("/admin/Shipping")} className="link justify-self-start py-1">
        {words.title}
      </Link>
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-2xl">
          {start.title}
        </h1>
        <p className="max-w-[66ch] text-muted">{start.lead}</p>
      </div>
      {actionData?.problem ? <Notice tone="error">{textOf(actionData.problem)}</Notice> : null}
      <Form method="post" noValidate className="grid gap-6">
        <Part title={words.tabs.methods}>
          <p className="text-sm font-semibold">{methods.name}</p>
          <NameFields {...parts} label={methods.name} />
          <div className="grid items-start gap-4 @xl:grid-cols-2">
            <TextField {...parts} label={methods.courier} name="courier" placeholder="JNE" />
            <TextField {...parts} label={methods.service} name="service" placeholder="REG" />
          </div>
        </Part>
        <Part title={rates.pricings.per_kg}>
          <div className="grid items-start gap-4 @xl:grid-cols-2">
            <NumberField {...parts} label={rates.firstKg} name="first_kg" placeholder="20.000" />
            <NumberField {...parts} label={rates.nextKg} name="next_kg" placeholder="18.000" />
          </div>
        </Part>
        <Part title={rates.days}>
          <div className="grid grid-cols-2 items-start gap-4">
            <NumberField {...parts} label={rates.minDays} name="min_days" />
            <NumberField {...parts} label={rates.maxDays} name="max_days" />
          </div>
        </Part>
        <Part title={words.tabs.hours}>
          <Departures cutoffs={loaderData.cutoffs} />
        </Part>
        <Button type="submit" className="justify-self-start">
          {start.submit}
        </Button>
      </Form>
    </div>
  );
}

/** The shop's days and hours of dispatch, which a new shop has from the start. */
function Departures({ cutoffs }: { cutoffs: Week }) {
  const { start } = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const days = weekFromMonday.filter((weekday) => (cutoffs[weekday] ?? null) !== null);
  const hours = new Set(days.map((weekday) => cutoffs[weekday]));
  const [hour = null] = hours;
  const before = hours.size === 1 && hour ? formatHour(hour, language) : null;
  return (
    <>
      <p>
        {start.departs(formatWeekdays(days, language), before)} {start.departsShown}
      </p>
      <Link to={to("/admin/Shipping/Hours")} className="link justify-self-start py-1">
        {start.changeHours}
      </Link>
    </>
  );
}
