import { useFetcher } from "react-router";
import { useAutomationWords } from "#app/admin/mail-list/automations/messages/automations.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { AutomationDays } from "#shop/mailing/automations/automation.ts";
import type { CampaignAnswer } from "../campaigns/campaign-action.server.ts";

/** After how many days former buyers get a mail, and how far apart such mails are. */
export function DaysForm({ days }: { days: AutomationDays }) {
  const words = useAutomationWords();
  const { problems, saved } = useCampaignWords();
  const fetcher = useFetcher<CampaignAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  return (
    <section className="grid content-start gap-3 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.daysTitle}</h2>
      <fetcher.Form method="post" noValidate className="grid gap-4">
        <div className="grid items-start gap-4 @xl:grid-cols-2">
          {(["after_days", "quiet_days"] as const).map((name) => (
            <Field
              key={name}
              label={words[name]}
              hint={words[`${name}Hint`]}
              error={reply?.problems?.[name] ? words.days_invalid : undefined}
            >
              {(parts) => (
                <TextInput
                  {...parts}
                  name={name}
                  inputMode="numeric"
                  autoComplete="off"
                  className="figures"
                  maxLength={4}
                  defaultValue={days[name]}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" name="intent" value="days" look="quiet" busy={busy}>
            {words.saveDays}
          </Button>
          <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
            {reply?.problem
              ? wordsFor(problems, reply.problem, "invalid_input")
              : reply?.done
                ? saved
                : ""}
          </p>
        </div>
      </fetcher.Form>
    </section>
  );
}
