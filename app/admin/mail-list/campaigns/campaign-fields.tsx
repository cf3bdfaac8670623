import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage } from "#base/language.ts";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import { holdouts } from "#shop/mailing/campaigns/campaign.ts";
import type { CampaignEditorProps } from "./campaign-editor-props.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

interface CampaignFieldsProps
  extends Pick<
    CampaignEditorProps,
    "campaign" | "topics" | "segments" | "promotions" | "timeZone" | "automation"
  > {
  nameProblem: string | undefined;
}

/** What a draft is called, who gets it, and when. An automation has its name, and finds its recipients itself. */
export function CampaignFields({
  campaign,
  topics,
  segments,
  promotions,
  timeZone,
  automation,
  nameProblem,
}: CampaignFieldsProps) {
  const words = useCampaignWords();
  const language = useLanguage();
  const hourField = (name: "window_from" | "window_to", label: string) => (
    <Field label={label}>
      {(parts) => (
        <Select
          {...parts}
          name={name}
          className="figures"
          defaultValue={campaign?.[name] ?? (name === "window_from" ? 8 : 20)}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {words.hour(hour)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  if (automation?.hasHours === false) {
    const kept = ["name", "topic", "fallback_language", "window_from", "window_to"] as const;
    return (
      <>
        {kept.map((name) => (
          <input key={name} type="hidden" name={name} value={campaign?.[name] ?? ""} />
        ))}
        <input type="hidden" name="holdout" value="0" />
      </>
    );
  }
  return (
    <div className="grid items-start gap-4 border border-rule bg-card p-4 @2xl:grid-cols-2 @5xl:grid-cols-4">
      {automation ? (
        <>
          <input type="hidden" name="name" value={campaign?.name} />
          <input type="hidden" name="topic" value={campaign?.topic} />
          <input type="hidden" name="holdout" value="0" />
        </>
      ) : (
        <>
          <Field label={words.name} hint={words.nameHint} error={nameProblem}>
            {(parts) => (
              <TextInput
                {...parts}
                name="name"
                maxLength={120}
                autoComplete="off"
                defaultValue={campaign?.name ?? ""}
              />
            )}
          </Field>
          <Field label={words.topic} hint={words.topicHint}>
            {(parts) => (
              <Select
                {...parts}
                name="topic"
                className="w-full"
                defaultValue={campaign?.topic ?? topics[0]?.slug}
              >
                {topics.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {inLanguage(name, language)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={words.segment} hint={words.segmentHint}>
            {(parts) => (
              <Select
                {...parts}
                name="segment_id"
                className="w-full"
                defaultValue={campaign?.segment_id ?? ""}
              >
                <option value="">{words.segmentAll}</option>
                {segments.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={words.holdout} hint={words.holdoutHint}>
            {(parts) => (
              <Select
                {...parts}
                name="holdout"
                className="w-full"
                defaultValue={campaign?.holdout ?? 0}
              >
                {holdouts.map((percent) => (
                  <option key={percent} value={percent}>
                    {percent === 0 ? words.holdoutNone : `${percent}%`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
      <Field label={words.voucher} hint={words.voucherPromotionHint}>
        {(parts) => (
          <Select
            {...parts}
            name="voucher_promotion_id"
            className="w-full"
            defaultValue={campaign?.voucher_promotion_id ?? ""}
          >
            <option value="">{words.voucherNone}</option>
            {promotions.map(({ id, name }) => (
              <option key={id} value={id}>
                {inLanguage(name, language)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">{words.window}</legend>
        <div className="flex flex-wrap gap-3">
          {hourField("window_from", words.windowFrom)}
          {hourField("window_to", words.windowTo)}
        </div>
        <p className="text-sm text-muted">{words.windowHint(shopTimeZones[timeZone].name)}</p>
      </fieldset>
      <Field label={words.fallback}>
        {(parts) => (
          <Select
            {...parts}
            name="fallback_language"
            className="w-full"
            defaultValue={campaign ? (campaign.fallback_language ?? "") : "id"}
          >
            <option value="id">{words.fallbacks.id}</option>
            <option value="en">{words.fallbacks.en}</option>
            <option value="">{words.fallbacks.none}</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
