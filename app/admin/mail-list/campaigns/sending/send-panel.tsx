import { useState } from "react";
import { useFetcher } from "react-router";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import type { CampaignAnswer } from "#app/admin/mail-list/campaigns/campaign-action.server.ts";
import type { CampaignEditorProps } from "#app/admin/mail-list/campaigns/campaign-editor-props.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { usePolling } from "#app/admin/tasks/use-polling.ts";
import { useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatCount } from "#base/format-count.ts";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";

interface SendPanelProps extends Pick<CampaignEditorProps, "checks" | "keys" | "timeZone"> {
  campaign: Campaign;
  audience: CampaignEditorProps["audience"];
  counting: CampaignEditorProps["counting"];
  isChanged: boolean;
}

/** Who would get it, and the button that sends: with the number typed, and after a fresh proof of who it is. */
export function SendPanel({
  campaign,
  audience,
  counting,
  checks,
  keys,
  timeZone,
  isChanged,
}: SendPanelProps) {
  const words = useCampaignWords();
  const language = useLanguage();
  const { fetcher, proof, answer } = useProvenFetcher<CampaignAnswer>(keys);
  const deletion = useFetcher<CampaignAnswer>();
  const [when, setWhen] = useState<"now" | "later">("now");
  const busy = fetcher.state !== "idle";
  usePolling(counting !== null);
  const isBlocked = checks.some(({ level }) => level === "stop");
  const total = formatCount(audience?.total ?? 0, language);
  const problem = busy ? undefined : answer?.problem;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.sendTitle}</h2>
      {audience ? (
        <p>
          <strong>{words.audience}.</strong>{" "}
          {words.audienceText(
            total,
            formatCount(audience.id, language),
            formatCount(audience.en, language),
          )}
        </p>
      ) : counting ? (
        <p role="status">
          {words.audienceCounting(
            counting.about === null ? null : formatCount(counting.about, language),
          )}
        </p>
      ) : (
        <p>{words.problems.audience_uncounted}</p>
      )}
      {counting ? null : isBlocked || isChanged ? (
        <Notice tone="warning">{isChanged ? words.saveFirst : words.sendBlocked}</Notice>
      ) : (
        <fetcher.Form method="post" noValidate className="grid gap-4">
          <input type="hidden" name="version" value={campaign.version} />
          <fieldset className="grid gap-1">
            <legend className="text-sm font-semibold">{words.when}</legend>
            {(["now", "later"] as const).map((value) => (
              <Checkbox
                key={value}
                type="radio"
                name="when"
                value={value}
                label={value === "now" ? words.whenNow : words.whenLater}
                checked={when === value}
                onChange={() => setWhen(value)}
              />
            ))}
          </fieldset>
          {campaign.window_from === campaign.window_to ? null : (
            <p className="text-sm text-muted">
              {words.leavesBetween(
                words.hour(campaign.window_from),
                words.hour(campaign.window_to),
                shopTimeZones[timeZone].name,
              )}
            </p>
          )}
          {when === "later" ? (
            <Field
              label={words.whenLater}
              hint={words.scheduleHint(shopTimeZones[timeZone].name)}
              error={problem === "schedule_past" ? words.problems.schedule_past : undefined}
            >
              {(parts) => (
                <TextInput
                  {...parts}
                  name="scheduled_at"
                  type="datetime-local"
                  className="figures"
                  max="2999-12-31T23:59"
                />
              )}
            </Field>
          ) : null}
          <Field
            label={words.typeNumber(total)}
            hint={words.typeHint}
            error={problem === "audience_changed" ? words.problems.audience_changed : undefined}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name="recipients"
                inputMode="numeric"
                autoComplete="off"
                className="figures"
                maxLength={12}
              />
            )}
          </Field>
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" name="intent" value="send" icon="mail" busy={busy}>
              {when === "now" ? words.sendNow : words.sendLater}
            </Button>
          </div>
          {problem && problem !== "audience_changed" && problem !== "schedule_past" ? (
            <Notice tone={problem === "waits_for_approval" ? "info" : "error"}>
              {wordsFor(words.problems, problem, "invalid_input")}
            </Notice>
          ) : null}
        </fetcher.Form>
      )}
      <deletion.Form method="post" className="border-t border-rule pt-3">
        <Button
          type="submit"
          name="intent"
          value="delete"
          look="bare"
          icon="trash-2"
          busy={deletion.state !== "idle"}
        >
          {words.deleteDraft}
        </Button>
      </deletion.Form>
      {proof}
    </section>
  );
}
