import {
  type EditedColumns,
  newColumnBlock,
} from "#app/admin/mail-list/campaigns/edited-content.ts";
import { useCampaignBlockWords } from "#app/admin/mail-list/campaigns/messages/campaign-blocks.ts";
import { columnKinds, isColumnBlock, maxColumnBlocks } from "#shop/mailing/campaigns/block.ts";
import { BlockFields, type BlockFieldsProps } from "./block-fields.tsx";
import { BlockList } from "./block-list.tsx";

interface ColumnsFieldsProps extends Omit<BlockFieldsProps, "block" | "onChange"> {
  block: EditedColumns;
  onChange: (block: EditedColumns) => void;
}

/** The blocks of both columns, in the order in which a phone shows them. */
export function ColumnsFields({ block, onChange, ...rest }: ColumnsFieldsProps) {
  const words = useCampaignBlockWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted">{words.columnsHint}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @2xl:grid-cols-2">
        {(["left", "right"] as const).map((side) => (
          <section
            key={side}
            aria-label={words.sides[side]}
            className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-rule pl-3"
          >
            <h4 className="text-sm font-semibold text-muted">{words.sides[side]}</h4>
            <BlockList
              of={words.sides[side]}
              blocks={block[side]}
              onChange={(blocks) => onChange({ ...block, [side]: blocks })}
              kinds={columnKinds}
              first="text"
              max={maxColumnBlocks}
              make={newColumnBlock}
            >
              {(one, change) => (
                <BlockFields
                  {...rest}
                  block={one}
                  onChange={(changed) => {
                    if (isColumnBlock(changed)) change(changed);
                  }}
                />
              )}
            </BlockList>
          </section>
        ))}
      </div>
    </div>
  );
}
