import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type Keyed, moveBlock } from "#app/admin/mail-list/campaigns/edited-content.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import type { BlockKind } from "#shop/mailing/campaigns/block.ts";

interface BlockListProps<K extends BlockKind, T extends { readonly kind: K }> {
  /** What the list is called, and in front of the names of its blocks; null for the content itself. */
  of: string | null;
  blocks: readonly Keyed<T>[];
  onChange: (blocks: readonly Keyed<T>[]) => void;
  /** Kinds that may be added, the one offered first, and the most blocks that the list may have. */
  kinds: readonly K[];
  first: K;
  max: number;
  make: (kind: K) => Keyed<T>;
  /** The inputs of a block. */
  children: (block: T, onChange: (block: T) => void) => ReactNode;
}

type Press = "up" | "down" | "remove" | "add";

/**
 * Blocks in their order, each with buttons that move and remove it, and a box that adds one. The focus stays where a person works: on the
 * button of the block that moved, on the next block after one was removed, and on the first input of a new one.
 */
export function BlockList<K extends BlockKind, T extends { readonly kind: K }>({
  of,
  blocks,
  onChange,
  kinds,
  first,
  max,
  make,
  children,
}: BlockListProps<K, T>) {
  const words = useCampaignWords();
  const [kind, setKind] = useState<K>(first);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [next, setNext] = useState<{ key: string; press: Press }>();
  useEffect(() => {
    if (!next) return;
    setNext(undefined);
    const within = [...(list.current?.children[0]?.children ?? [])].find(
      (item) => item.getAttribute("data-key") === next.key,
    );
    if (next.press === "add")
      within?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    else {
      const buttons = [...(within?.querySelectorAll<HTMLButtonElement>("[data-press]") ?? [])];
      const wanted = buttons.find(({ dataset }) => dataset.press === next.press);
      const usable = wanted?.disabled ? buttons.find(({ disabled }) => !disabled) : wanted;
      (usable ?? list.current?.querySelector<HTMLElement>("[data-press=add]"))?.focus();
    }
  }, [next]);
  const Title = of === null ? "h3" : "h5";
  const nameOf = (name: string) => (of === null ? name : `${of}: ${name}`);
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ol aria-label={of ?? words.blocks} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {blocks.map(({ key, block }, index) => {
          const title = nameOf(words.blockOf(words.kinds[block.kind], index + 1));
          const move = (by: -1 | 1) => {
            onChange(moveBlock(blocks, index, by));
            setNext({ key, press: by < 0 ? "up" : "down" });
          };
          return (
            <li
              key={key}
              data-key={key}
              className={`grid grid-cols-[minmax(0,1fr)] gap-2 ${of === null ? "border border-rule p-3" : "border-t border-rule pt-2"}`}
            >
              <div className="flex items-center gap-1">
                <Title className="grow text-sm font-semibold">{words.kinds[block.kind]}</Title>
                <IconButton
                  icon="arrow-up"
                  data-press="up"
                  label={words.moveUp(title)}
                  disabled={index === 0}
                  onClick={() => move(-1)}
                />
                <IconButton
                  icon="arrow-down"
                  data-press="down"
                  label={words.moveDown(title)}
                  disabled={index === blocks.length - 1}
                  onClick={() => move(1)}
                />
                <IconButton
                  icon="x"
                  data-press="remove"
                  label={words.remove(title)}
                  onClick={() => {
                    onChange(blocks.filter((other) => other.key !== key));
                    const beside = blocks[index + 1] ?? blocks[index - 1];
                    setNext({ key: beside?.key ?? "", press: "remove" });
                  }}
                />
              </div>
              {children(block, (changed) =>
                onChange(
                  blocks.map((other) => (other.key === key ? { key, block: changed } : other)),
                ),
              )}
            </li>
          );
        })}
      </ol>
      {blocks.length < max ? (
        <div className="flex flex-wrap items-end gap-2">
          <Select
            id={`${listId}-kind`}
            aria-label={nameOf(words.addBlock)}
            className="grow"
            value={kind}
            onChange={(event) => {
              const chosen = kinds.find((one) => one === event.target.value);
              if (chosen) setKind(chosen);
            }}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
          </Select>
          <Button
            look="quiet"
            icon="plus"
            data-press="add"
            aria-describedby={`${listId}-kind`}
            aria-label={of === null ? undefined : nameOf(words.addBlock)}
            onClick={() => {
              const made = make(kind);
              onChange([...blocks, made]);
              setNext({ key: made.key, press: "add" });
            }}
          >
            {words.addBlock}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
