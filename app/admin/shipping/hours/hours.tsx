import { Form } from "react-router";
import { firstValue } from "#app/admin/kit/form/form-values.ts";
import { VersionedFields } from "#app/admin/kit/form/versioned-fields.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { Part, useProblemText } from "#app/admin/shipping/fields.tsx";
import { useMayEdit } from "#app/admin/shipping/may-edit.ts";
import { shippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingHoursWords } from "#app/admin/shipping/messages/shipping-hours.ts";
import { ShippingPage } from "#app/admin/shipping/shipping-page.tsx";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { formatHour, weekdayName, weekFromMonday } from "#app/messages/shared/weekdays.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { dateNow } from "#base/clock.ts";
import { previewDates, readHours } from "#shop/settings/shipping/hours.server.ts";
import { nationalHolidays } from "#shop/settings/shipping/national-holidays.ts";
import type { Route } from "./+types/hours";
import { Closures } from "./closures.tsx";
import { answerHours } from "./hours-action.server.ts";
import { hoursValues } from "./hours-values.ts";

/** National holidays that the page names. */
const namedHolidays = 4;

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).tabs.hours,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const hours = await readHours();
  const now = dateNow();
  const today = now.toISOString().slice(0, 10);
  return {
    hours,
    preview: previewDates(now, hours),
    national: [...nationalHolidays.keys()].filter((day) => day >= today).slice(0, namedHolidays),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  // A preview stores nothing; each save checks its own permission.
  return answerHours(staffWith(context, "shipping.read"), await readForm(request));
}

/** Cut-off hours by weekday, national holidays, own closures, and what they make of an order's arrival. */
export default function ShippingHours({ loaderData, actionData }: Route.ComponentProps) {
  const { hours, national } = loaderData;
  const { hours: words } = useShippingHoursWords();
  const editing = useEditingWords();
  const mayEdit = useMayEdit();
  const language = useLanguage();
  const textOf = useProblemText();
  const week = actionData?.closure === undefined ? actionData : undefined;
  const typed = week?.values;
  const stored = hoursValues({
    cutoffs: hours.cutoffs,
    national: hours.observes_national_holidays,
  });
  const values = typed ?? stored;
  const hourText = (hour: string) => {
    if (hour === "") return words.closed;
    return hour === "0" ? words.nextDay : words.at(formatHour(Number(hour), language));
  };
  const say = (name: string, value: string) => {
    if (name !== "national") return hourText(value);
    return value === "on" ? editing.conflict.yes : editing.conflict.no;
  };
  const isAllClosed = actionData?.problem === "cutoffs_all_closed";
  const preview = actionData?.preview ?? loaderData.preview;
  const labels = Object.fromEntries([
    ...weekFromMonday.map((day) => [`hour.${day}`, weekdayName(day, language)] as const),
    ["national", words.national] as const,
  ]);
  return (
    <ShippingPage tab="hours">
      {actionData?.problem ? (
        <Notice tone="error">
          <span id="hours-problem">{textOf(actionData.problem)}</span>
        </Notice>
      ) : null}
      {actionData?.done ? <Notice tone="success">{editing.saved}</Notice> : null}
      <Form
        key={week?.remount ?? "loaded"}
        id="hours"
        method="post"
        preventScrollReset
        className="grid gap-6"
      >
        <VersionedFields
          form="hours"
          answer={week}
          stored={stored}
          version={0}
          labels={labels}
          say={say}
        />
        <Part title={words.cutoffs} hint={words.cutoffsHint}>
          <ul className="max-w-md divide-y divide-rule border-y border-rule">
            {weekFromMonday.map((weekday, index) => (
              <li
                key={weekday}
                className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] items-center gap-4 py-1"
              >
                <label htmlFor={`hour-${weekday}`}>{weekdayName(weekday, language)}</label>
                <Select
                  id={`hour-${weekday}`}
                  name={`hour.${weekday}`}
                  {...(index === 0 && isAllClosed
                    ? { "aria-invalid": true, "aria-describedby": "hours-problem" }
                    : {})}
                  defaultValue={firstValue(values, `hour.${weekday}`)}
                  className="w-full"
                >
                  <option value="">{words.closed}</option>
                  <option value="0">{words.nextDay}</option>
                  {Array.from({ length: 23 }, (_, index) => index + 1).map((hour) => (
                    <option key={hour} value={hour}>
                      {words.at(formatHour(hour, language))}
                    </option>
                  ))}
                </Select>
              </li>
            ))}
          </ul>
          <Checkbox
            name="national"
            value="on"
            defaultChecked={firstValue(values, "national") === "on"}
            label={
              <span>
                {words.national}{" "}
                <span className="text-muted">
                  {words.nationalNext(national.map((day) => formatDay(day, language)).join(", "))}
                </span>
              </span>
            }
          />
          {mayEdit ? (
            <Button type="submit" name="intent" value="hours" className="justify-self-start">
              {editing.save}
            </Button>
          ) : null}
        </Part>
        <Part title={words.preview} hint={words.previewHint}>
          <div className="flex flex-wrap items-end gap-3">
            <Field label={words.previewAt} optional>
              {(parts) => (
                <TextInput
                  {...parts}
                  type="datetime-local"
                  name="at"
                  defaultValue={typed ? firstValue(typed, "at") : ""}
                  className="max-w-60"
                />
              )}
            </Field>
            <Button type="submit" name="intent" value="preview" look="quiet">
              {words.previewShow}
            </Button>
          </div>
          <dl className="max-w-xl divide-y divide-rule border-y border-rule *:flex *:flex-wrap *:justify-between *:gap-x-6 *:py-1.5">
            <div>
              <dt>{words.leaves}</dt>
              <dd className="figures text-right">{formatDay(preview.leaves, language)}</dd>
            </div>
            {preview.arrivals.map(({ min_days, max_days, earliest, latest }) => (
              <div key={max_days}>
                <dt>
                  {words.arrives}{" "}
                  <span className="text-muted">({words.previewTransit(min_days, max_days)})</span>
                </dt>
                <dd className="figures text-right">
                  {formatDay(earliest, language)}
                  {latest === earliest ? null : ` – ${formatDay(latest, language)}`}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      </Form>
      <Closures closures={hours.closures} answer={actionData} />
    </ShippingPage>
  );
}
