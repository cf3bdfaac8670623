import { useTrialWords } from "#app/admin/mail-list/campaigns/messages/campaign-trial.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Language } from "#base/language.ts";
import { trialHours } from "#shop/mailing/campaigns/trial/arm.ts";
import type { EditedContent } from "./edited-content.ts";

interface SubjectFieldsProps {
  language: Language;
  content: EditedContent;
  onChange: (content: EditedContent) => void;
  /** Whether a second subject may be tried. */
  hasTrial: boolean;
}

/** Subject and preview text, and a second one of each that is tried beside them. */
export function SubjectFields({ language, content, onChange, hasTrial }: SubjectFieldsProps) {
  const words = useCampaignWords();
  const trial = useTrialWords();
  const { second } = content;
  const input = (
    { label, hint, optional = false }: { label: string; hint: string; optional?: boolean },
    value: string,
    onText: (text: string) => void,
  ) => (
    <Field label={label} hint={hint} optional={optional}>
      {(parts) => (
        <TextInput
          {...parts}
          lang={language}
          maxLength={150}
          value={value}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
  const first = (name: "subject" | "preheader") =>
    input({ label: words[name], hint: words[`${name}Hint`] }, content[name], (text) =>
      onChange({ ...content, [name]: text }),
    );
  const other = (name: "subject" | "preheader", hint: string) =>
    input({ label: trial[name], hint, optional: true }, second[name], (text) =>
      onChange({ ...content, second: { ...second, [name]: text } }),
    );
  if (!hasTrial) {
    return (
      <>
        {first("subject")}
        {first("preheader")}
      </>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @xl:grid-cols-2">
      {first("subject")}
      {other("subject", trial.subjectHint(trialHours))}
      {first("preheader")}
      {other("preheader", trial.preheaderHint)}
    </div>
  );
}
