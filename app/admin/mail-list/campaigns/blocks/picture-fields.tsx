import { useState } from "react";
import { usePictureWords } from "#app/admin/mail-list/campaigns/messages/campaign-pictures.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type Language } from "#base/language.ts";
import type { CampaignBlock } from "#shop/mailing/campaigns/block.ts";
import { PicturePicker } from "./picture-picker.tsx";

type PictureBlock = Extract<CampaignBlock, { kind: "picture" }>;

interface PictureFieldsProps {
  block: PictureBlock;
  /** Of the mail. */
  language: Language;
  onChange: (block: PictureBlock) => void;
}

/** A picture of the shop, and what it shows in words. */
export function PictureFields({ block, language, onChange }: PictureFieldsProps) {
  const words = useCampaignWords();
  const pictures = usePictureWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        {block.url.startsWith("/storage/") ? (
          <img
            src={block.url}
            alt={block.alt}
            className="max-h-32 w-auto max-w-full border border-rule"
          />
        ) : null}
        <Button look="quiet" onClick={() => setIsOpen(true)}>
          {block.url ? pictures.another : pictures.choose}
        </Button>
      </div>
      <Field label={words.fields.alt} hint={words.altHint}>
        {(parts) => (
          <TextInput
            {...parts}
            required
            maxLength={200}
            value={block.alt}
            onChange={(event) => onChange({ ...block, alt: event.target.value })}
          />
        )}
      </Field>
      {isOpen ? (
        <PicturePicker
          onClose={() => setIsOpen(false)}
          onChoose={({ url, alt }) => {
            setIsOpen(false);
            onChange({ ...block, url, alt: block.alt || inLanguage(alt, language).slice(0, 200) });
          }}
        />
      ) : null}
    </div>
  );
}
