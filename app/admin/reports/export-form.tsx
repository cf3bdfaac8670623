import { Form, useNavigation } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { useReportWords } from "#app/admin/reports/messages/reports.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { LedgerName } from "#shop/office/reports/ledger-exports.ts";
import type { DayRange, PeriodProblem } from "#shop/orders/figures/report-period.ts";

interface ExportFormProps {
  ledgers: readonly LedgerName[];
  /** The days that the form shows at first. */
  range: DayRange;
  exportId: string;
  problem: PeriodProblem | "not_permitted" | "invalid_input" | undefined;
}

/** Starts a task that writes the rows of a period into a file. */
export function ExportForm({ ledgers, range, exportId, problem }: ExportFormProps) {
  const { exporting: words, ...shared } = useReportWords();
  const isBusy = useNavigation().state !== "idle";
  const ofPeriod =
    problem && Object.hasOwn(shared.problems, problem)
      ? shared.problems[problem as PeriodProblem]
      : undefined;
  return (
    <Section title={words.title} hint={words.hint}>
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="export" />
        <input type="hidden" name="id" value={exportId} />
        <Field label={words.what}>
          {(parts) => (
            <Select {...parts} name="ledger">
              {ledgers.map((name) => (
                <option key={name} value={name}>
                  {words.ledgers[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {(["from", "until"] as const).map((end) => (
          <Field key={end} label={shared[end]} error={end === "until" ? ofPeriod : undefined}>
            {(parts) => (
              <TextInput
                {...parts}
                type="date"
                name={end}
                defaultValue={range[end]}
                className="w-auto"
              />
            )}
          </Field>
        ))}
        <Button type="submit" look="quiet" busy={isBusy}>
          {words.start}
        </Button>
      </Form>
      {problem && !ofPeriod ? (
        <Notice tone="error">{words.problems[problem as keyof typeof words.problems]}</Notice>
      ) : null}
    </Section>
  );
}
