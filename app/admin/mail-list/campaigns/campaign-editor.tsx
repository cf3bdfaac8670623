import { useState } from "react";
import { useFetcher } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useCampaignWords } from "#app/messages/admin/campaigns.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage } from "#base/language.ts";
import { holdouts } from "#shop/campaigns/campaign.ts";
import { shopTimeZones } from "#shop/time-zones.ts";
import type { CampaignAnswer } from "./campaign-action.server.ts";
import type { CampaignEditorProps } from "./campaign-editor-props.ts";
import { ChecksPanel } from "./checks-panel.tsx";
import { contentOf, type EditedContent, editedContent, firstContent } from "./edited-content.ts";
import { LanguageColumn } from "./language-column.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { SendPanel } from "./send-panel.tsx";
import { TestForm } from "./test-form.tsx";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The draft of a campaign, its checks and preview, and how it is sent. */
export function CampaignEditor(props: CampaignEditorProps) {
  const { campaign, topics, segments, promotions, timeZone, newId } = props;
  const words = useCampaignWords();
  const language = useLanguage();
  const fetcher = useFetcher<CampaignAnswer>();
  const [contents, setContents] = useState<Record<"id" | "en", EditedContent | null>>({
    id: campaign ? editedContent(campaign.contents.id) : firstContent(),
    en: campaign ? editedContent(campaign.contents.en) : null,
  });
  const [products, setProducts] = useState(props.products);
  const [isChanged, setIsChanged] = useState(false);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const change = (of: "id" | "en", content: EditedContent | null) => {
    setContents({ ...contents, [of]: content });
    setIsChanged(true);
  };
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
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <fetcher.Form
        method="post"
        noValidate
        onChange={() => setIsChanged(true)}
        onSubmit={() => setIsChanged(false)}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <input type="hidden" name="id" value={campaign?.id ?? newId} />
        <input type="hidden" name="version" value={campaign?.version ?? 0} />
        <input
          type="hidden"
          name="contents"
          value={JSON.stringify({ id: contentOf(contents.id), en: contentOf(contents.en) })}
        />
        <div className="grid items-start gap-4 border border-rule bg-card p-4 @2xl:grid-cols-2 @5xl:grid-cols-4">
          <Field
            label={words.name}
            hint={words.nameHint}
            error={reply?.problems?.name ? say(reply.problems.name) : undefined}
          >
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
                    {percent === 0 ? words.holdoutNone : `${percent} %`}
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
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-2">
          {(["id", "en"] as const).map((of) => (
            <LanguageColumn
              key={of}
              language={of}
              content={contents[of]}
              onChange={(content) => change(of, content)}
              products={products}
              onProduct={(id, name) => setProducts({ ...products, [id]: name })}
            />
          ))}
        </div>
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-4 border-t border-rule bg-paper py-3">
          <Button
            type="submit"
            name="intent"
            value="save"
            busy={busy}
            look={campaign ? "quiet" : "primary"}
          >
            {words.save}
          </Button>
          <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
            {reply?.problem
              ? say(reply.problem)
              : isChanged
                ? words.unsaved
                : reply?.done
                  ? words.saved
                  : ""}
          </p>
        </div>
      </fetcher.Form>
      {campaign ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <PreviewPanel campaign={campaign} isDraft />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <ChecksPanel checks={props.checks} />
            <TestForm ownAddress={props.ownAddress} isChanged={isChanged} />
            <SendPanel {...props} campaign={campaign} isChanged={isChanged} />
          </div>
        </div>
      ) : null}
    </div>
  );
}
