import type { BlockKind, CampaignBlock, CampaignContent } from "#shop/campaigns/block.ts";

/** A block in the editor; the key keeps its inputs while it moves. */
export interface EditedBlock {
  readonly key: string;
  readonly block: CampaignBlock;
}

export interface EditedContent {
  readonly subject: string;
  readonly preheader: string;
  /** Of the second subject; empty without one. */
  readonly second: { readonly subject: string; readonly preheader: string };
  readonly blocks: readonly EditedBlock[];
}

const noSecond = { subject: "", preheader: "" };

let keys = 0;
const freshKey = () => `block-${++keys}`;

export function editedContent(content: CampaignContent | null): EditedContent | null {
  return (
    content && {
      ...content,
      second: content.second ?? noSecond,
      blocks: content.blocks.map((block, index) => ({ key: `stored-${index}`, block })),
    }
  );
}

export function contentOf(edited: EditedContent | null): CampaignContent | null {
  if (!edited) return null;
  const { subject, preheader, second } = edited;
  const hasSecond = second.subject.trim() !== "" || second.preheader.trim() !== "";
  return {
    ...{ subject, preheader, ...(hasSecond ? { second } : {}) },
    blocks: edited.blocks.map(({ block }) => block),
  };
}

/** What a new language begins with. */
export function firstContent(): EditedContent {
  return {
    subject: "",
    preheader: "",
    second: noSecond,
    blocks: [newBlock("heading"), newBlock("text")],
  };
}

export function newBlock(kind: BlockKind): EditedBlock {
  return { key: freshKey(), block: emptyBlock(kind) };
}

function emptyBlock(kind: BlockKind): CampaignBlock {
  switch (kind) {
    case "heading":
    case "text":
    case "voucher":
      return { kind, text: "" };
    case "picture":
      return { kind, url: "", alt: "" };
    case "button":
      return { kind, text: "", url: "" };
    case "products":
      return { kind, ids: [] };
    case "divider":
      return { kind };
  }
}

/** Moves a block by one place, up (-1) or down (1). */
export function moveBlock(
  blocks: readonly EditedBlock[],
  from: number,
  by: -1 | 1,
): readonly EditedBlock[] {
  const moved = [...blocks];
  const [block] = moved.splice(from, 1);
  if (block) moved.splice(from + by, 0, block);
  return moved;
}
