import {
  BlockFields,
  type BlockFieldsProps,
} from "#app/admin/mail-list/campaigns/blocks/block-fields.tsx";
import { BlockList } from "#app/admin/mail-list/campaigns/blocks/block-list.tsx";
import { ColumnsFields } from "#app/admin/mail-list/campaigns/blocks/columns-fields.tsx";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { Language } from "#base/language.ts";
import { blockKinds, maxBlocks } from "#shop/mailing/campaigns/block.ts";
import { type EditedContent, firstContent, newBlock } from "./edited-content.ts";
import { SubjectFields } from "./subject-fields.tsx";

interface LanguageColumnProps extends Omit<BlockFieldsProps, "block" | "language" | "onChange"> {
  language: Language;
  content: EditedContent | null;
  onChange: (content: EditedContent | null) => void;
  /** Whether a second subject may be tried. */
  hasTrial: boolean;
}

/** What a campaign says in one language: subject, preview text and blocks. */
export function LanguageColumn({
  language,
  content,
  onChange,
  hasTrial,
  ...rest
}: LanguageColumnProps) {
  const words = useCampaignWords();
  const name = words.languages[language];
  return (
    <section
      aria-label={name}
      className="@container grid grid-cols-[minmax(0,1fr)] content-start gap-4 border border-rule bg-card p-4"
    >
      <header
        className={`flex flex-wrap items-center justify-between gap-2 ${content ? "border-b border-rule pb-3" : ""}`}
      >
        <h2 className="text-lg">{name}</h2>
        <Checkbox
          label={words.hasLanguage(name)}
          checked={content !== null}
          onChange={(event) => onChange(event.target.checked ? firstContent() : null)}
        />
      </header>
      {content ? (
        <>
          <SubjectFields
            language={language}
            content={content}
            onChange={onChange}
            hasTrial={hasTrial}
          />
          <BlockList
            of={null}
            blocks={content.blocks}
            onChange={(blocks) => onChange({ ...content, blocks })}
            kinds={blockKinds}
            first="text"
            max={maxBlocks}
            make={newBlock}
          >
            {(block, change) =>
              block.kind === "columns" ? (
                <ColumnsFields {...rest} language={language} block={block} onChange={change} />
              ) : (
                <BlockFields {...rest} language={language} block={block} onChange={change} />
              )
            }
          </BlockList>
        </>
      ) : null}
    </section>
  );
}
