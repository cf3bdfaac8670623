import { useFetcher } from "react-router";
import type { CampaignAnswer } from "#app/admin/mail-list/campaigns/campaign-action.server.ts";
import { useSendingWords } from "#app/admin/mail-list/campaigns/messages/campaign-sending.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { SendingLimits } from "#shop/mailing/campaigns/sending-limits.ts";

const names = ["per_second", "per_hour", "per_day", "mails", "days", "click_days"] as const;

/** How fast campaigns are sent, and how often one person hears. */
export function LimitsForm({ limits }: { limits: SendingLimits }) {
  const words = useCampaignWords();
  const sending = useSendingWords();
  const fetcher = useFetcher<CampaignAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  return (
    <details className="group border border-rule bg-card p-4">
      <summary className="flex min-h-6 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="chevron-down" className="size-4 group-open:rotate-180" />
        {words.limits.title}
      </summary>
      <fetcher.Form method="post" noValidate className="mt-3 grid gap-4">
        <p className="text-muted">{words.limits.lead}</p>
        <div className="grid items-start gap-4 @xl:grid-cols-2 @4xl:grid-cols-3">
          {names.map((name) => (
            <Field
              key={name}
              label={words.limits[name]}
              hint={words.limitHints[name]}
              error={
                reply?.problems?.[name]
                  ? wordsFor(words.problems, reply.problems[name], "invalid_input")
                  : undefined
              }
            >
              {(parts) => (
                <TextInput
                  {...parts}
                  name={name}
                  inputMode="numeric"
                  autoComplete="off"
                  className="figures"
                  maxLength={12}
                  defaultValue={limits[name] ?? ""}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="grid gap-1">
          <Checkbox name="warms_up" label={sending.warmsUp} defaultChecked={limits.warms_up} />
          <p className="max-w-[65ch] text-sm text-muted">{sending.warmsUpHint}</p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" look="quiet" busy={busy}>
            {words.limits.save}
          </Button>
          <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
            {reply?.problem
              ? wordsFor(words.problems, reply.problem, "invalid_input")
              : reply?.done
                ? words.saved
                : ""}
          </p>
        </div>
      </fetcher.Form>
    </details>
  );
}
