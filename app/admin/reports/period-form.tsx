import { Form } from "react-router";
import { useReportWords } from "#app/admin/reports/messages/reports.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import {
  type ChosenPeriod,
  comparisons,
  reportPeriods,
} from "#shop/orders/figures/report-period.ts";

/** The form for the period in the address. It works without JavaScript, because the dates are always shown. */
export function PeriodForm({ period }: { period: ChosenPeriod }) {
  const words = useReportWords();
  const { now } = period.ranges;
  return (
    <Form
      // A new period resets the form's fields.
      key={JSON.stringify(period)}
      className="flex flex-wrap items-end gap-3"
    >
      <Field label={words.period}>
        {(parts) => (
          <Select {...parts} name="period" defaultValue={period.period}>
            {reportPeriods.map((name) => (
              <option key={name} value={name}>
                {words.periods[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(["from", "until"] as const).map((end) => (
        <Field
          key={end}
          label={words[end]}
          error={end === "until" && period.problem ? words.problems[period.problem] : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              type="date"
              name={end}
              defaultValue={period.period === "own" ? period[end] : now[end]}
              className="w-auto"
            />
          )}
        </Field>
      ))}
      <Field label={words.compare}>
        {(parts) => (
          <Select {...parts} name="compare" defaultValue={period.compare}>
            {comparisons.map((name) => (
              <option key={name} value={name}>
                {words.comparisons[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="quiet">
        {words.show}
      </Button>
    </Form>
  );
}
