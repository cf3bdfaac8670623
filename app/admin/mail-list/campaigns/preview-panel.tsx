import { useState } from "react";
import { usePreviewWords } from "#app/admin/mail-list/campaigns/messages/campaign-preview.ts";
import { useTrialWords } from "#app/admin/mail-list/campaigns/messages/campaign-trial.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLocalPath } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { fillOccasion, sampleOccasion } from "#shop/mailing/campaigns/render/occasion.ts";
import {
  fillSlots,
  markNames,
  plainLine,
  splitSlots,
} from "#shop/mailing/campaigns/render/slots.ts";
import { type Arm, armsOf, contentOfArm } from "#shop/mailing/campaigns/trial/arm.ts";
import type { Reader } from "#shop/mailing/campaigns/write/reader.ts";
import { ReaderChoice } from "./reader-choice.tsx";

const looks = ["desktop", "phone", "dark", "forced", "text", "headers"] as const;
type Look = (typeof looks)[number];

interface PreviewPanelProps {
  campaign: Pick<Campaign, "id" | "version" | "automation" | "contents">;
  isDraft?: boolean;
}

/**
 * The mail as it is sent: on a desktop, on a phone of 360 pixels, dark as designed and as forced, as text, and its headers; as anybody or as
 * a certain subscriber.
 */
export function PreviewPanel({ campaign, isDraft = false }: PreviewPanelProps) {
  const words = useCampaignWords();
  const preview = usePreviewWords();
  const trial = useTrialWords();
  const to = useLocalPath();
  const languages = (["id", "en"] as const).filter((one) => campaign.contents[one] !== null);
  const [chosen, setChosen] = useState<Language>("id");
  const [chosenArm, setChosenArm] = useState<Arm>("a");
  const [look, setLook] = useState<Look>("desktop");
  const [reader, setReader] = useState<Reader | null>(null);
  const language = languages.includes(chosen) ? chosen : languages[0];
  if (!language) return null;
  const saved = campaign.contents[language];
  const armChoices = saved ? armsOf(saved) : [];
  const arm = armChoices.includes(chosenArm) ? chosenArm : "a";
  const content = saved && contentOfArm(saved, arm);
  const occasion = sampleOccasion(campaign.automation, language, "");
  const shown = content && occasion ? fillOccasion(content, occasion) : content;
  const query = new URLSearchParams({
    language,
    arm,
    look,
    v: String(campaign.version),
    ...(reader ? { as: reader.id } : {}),
  });
  const said = (text: string | undefined) => readAs(text ?? "", reader);
  const hint = look === "forced" || look === "headers" ? preview.hints[look] : undefined;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.preview}</h2>
      {isDraft ? <p className="text-sm text-muted">{words.previewHint}</p> : null}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        {languages.length > 1 ? (
          <Choices
            label={words.previewLanguage}
            options={languages.map((value) => ({ value, label: words.languages[value] }))}
            chosen={language}
            onChoose={setChosen}
          />
        ) : null}
        {armChoices.length > 1 ? (
          <Choices
            label={trial.previewArm}
            options={armChoices.map((value) => ({
              value,
              label: trial.arm(trial.letters[value]),
            }))}
            chosen={arm}
            onChoose={setChosenArm}
          />
        ) : null}
        <Choices
          label={words.previewLook}
          options={looks.map((value) => ({ value, label: preview.looks[value] }))}
          chosen={look}
          onChoose={setLook}
        />
      </div>
      <ReaderChoice
        reader={reader}
        hasLanguage={reader === null || languages.includes(reader.language)}
        onChoose={(next) => {
          setReader(next);
          if (next) setChosen(next.language);
        }}
      />
      {hint ? <p className="max-w-[65ch] text-sm text-muted">{hint}</p> : null}
      <p className="wrap-anywhere">
        <strong>{said(shown?.subject)}</strong>{" "}
        <span className="text-muted">{said(shown?.preheader)}</span>
      </p>
      <iframe
        key={`${query}`}
        title={words.previewTitle(words.languages[language])}
        src={`${to(`/admin/MailList/Campaigns/${campaign.id}/Preview`)}?${query}`}
        className={`h-[40rem] max-w-full justify-self-center border border-rule bg-white ${look === "phone" ? "w-[360px]" : "w-full"}`}
      />
    </section>
  );
}

/** A line as somebody reads it; without a reader, as somebody without a name. */
function readAs(text: string, reader: Reader | null): string {
  return fillSlots(splitSlots(markNames(text)), {
    name: reader?.name ? plainLine(reader.name) : undefined,
    code: undefined,
    stop: "",
    choose: "",
  });
}

interface ChoicesProps<T extends string> {
  label: string;
  options: readonly { readonly value: T; readonly label: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** More than a few stand in even rows, so that none is left alone in the last one. */
function Choices<T extends string>({ label, options, chosen, onChoose }: ChoicesProps<T>) {
  const rows = options.length > 4 ? "grid w-full max-w-md grid-cols-3" : "flex";
  return (
    <fieldset aria-label={label} className={`${rows} pt-px`}>
      {options.map(({ value, label: text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="-mt-px -mr-px min-h-11 border border-control px-3 hover:text-carbon aria-pressed:bg-ink aria-pressed:text-paper lg:min-h-9"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
