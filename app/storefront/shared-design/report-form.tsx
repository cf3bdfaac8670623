import { Form } from "react-router";
import { useSharedDesignWords } from "#app/messages/shared/shared-design.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import {
  maxReportNoteLength,
  reportReasons,
} from "#shop/production/customisations/sharing/report-reason.ts";

interface ReportFormProps {
  /** Idempotency key. */
  formKey: string;
  /** Code of what was wrong with the last try. */
  problem: string | undefined;
}

/** By which anybody says what is wrong with a shared design. It works without scripts. */
export function ReportForm({ formKey, problem }: ReportFormProps) {
  const { report: words, problems } = useSharedDesignWords();
  const isReasonMissing = problem === "reason_missing";
  return (
    <details className="border-t border-rule pt-2" open={isReasonMissing}>
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="link">{words.open}</span>
      </summary>
      <Form method="post" reloadDocument noValidate className="grid gap-4 pt-2">
        <p className="text-sm text-muted">{words.lead}</p>
        <input type="hidden" name="key" value={formKey} />
        <Field
          label={words.reason}
          error={isReasonMissing ? wordsFor(problems, problem, "invalid_input") : undefined}
        >
          {(parts) => (
            <Select {...parts} name="reason" defaultValue="">
              <option value="">{words.choose}</option>
              {reportReasons.map((reason) => (
                <option key={reason} value={reason}>
                  {words.reasons[reason]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.note}>
          {(parts) => <TextArea {...parts} name="note" rows={3} maxLength={maxReportNoteLength} />}
        </Field>
        <Button type="submit" look="quiet" name="intent" value="report">
          {words.send}
        </Button>
      </Form>
    </details>
  );
}
