import { useState } from "react";
import { useCampaignWords } from "#app/messages/admin/campaigns.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Language } from "#base/language.ts";
import { type BlockKind, blockKinds } from "#shop/campaigns/block.ts";
import { BlockFields, type BlockFieldsProps } from "./block-fields.tsx";
import { type EditedContent, firstContent, moveBlock, newBlock } from "./edited-content.ts";
import { SubjectFields } from "./subject-fields.tsx";

interface LanguageColumnProps extends Pick<BlockFieldsProps, "products" | "onProduct"> {
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
  ...products
}: LanguageColumnProps) {
  const words = useCampaignWords();
  const [kind, setKind] = useState<BlockKind>("text");
  const name = words.languages[language];
  return (
    <section
      aria-label={name}
      className="@container grid grid-cols-[minmax(0,1fr)] content-start gap-4 border border-rule bg-card p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-rule pb-3">
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
          <ol aria-label={words.blocks} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {content.blocks.map(({ key, block }, index) => {
              const title = words.blockOf(words.kinds[block.kind], index + 1);
              const setBlocks = (blocks: EditedContent["blocks"]) =>
                onChange({ ...content, blocks });
              return (
                <li
                  key={key}
                  className="grid grid-cols-[minmax(0,1fr)] gap-2 border border-rule p-3"
                >
                  <div className="flex items-center gap-1">
                    <h3 className="grow text-sm font-semibold">{words.kinds[block.kind]}</h3>
                    <IconButton
                      icon="arrow-up"
                      label={words.moveUp(title)}
                      disabled={index === 0}
                      onClick={() => setBlocks(moveBlock(content.blocks, index, -1))}
                    />
                    <IconButton
                      icon="arrow-down"
                      label={words.moveDown(title)}
                      disabled={index === content.blocks.length - 1}
                      onClick={() => setBlocks(moveBlock(content.blocks, index, 1))}
                    />
                    <IconButton
                      icon="x"
                      label={words.remove(title)}
                      onClick={() => setBlocks(content.blocks.filter((other) => other.key !== key))}
                    />
                  </div>
                  <BlockFields
                    {...products}
                    language={language}
                    block={block}
                    onChange={(changed) =>
                      setBlocks(
                        content.blocks.map((other) =>
                          other.key === key ? { key, block: changed } : other,
                        ),
                      )
                    }
                  />
                </li>
              );
            })}
          </ol>
          <div className="flex flex-wrap items-end gap-2">
            <Select
              aria-label={words.addBlock}
              className="grow"
              value={kind}
              onChange={(event) => setKind(event.target.value as BlockKind)}
            >
              {blockKinds.map((one) => (
                <option key={one} value={one}>
                  {words.kinds[one]}
                </option>
              ))}
            </Select>
            <Button
              look="quiet"
              icon="plus"
              onClick={() => onChange({ ...content, blocks: [...content.blocks, newBlock(kind)] })}
            >
              {words.addBlock}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}
