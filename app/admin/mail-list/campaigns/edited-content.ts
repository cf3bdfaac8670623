import type {
  BlockKind,
  CampaignBlock,
  CampaignContent,
  ColumnBlock,
  Columns,
} from "#shop/mailing/campaigns/block.ts";

/** A block in the editor; the key keeps its inputs while it moves. */
export interface Keyed<T> {
  readonly key: string;
  readonly block: T;
}

/** Columns whose blocks have keys too. */
export interface EditedColumns {
  readonly kind: "columns";
  readonly left: readonly Keyed<ColumnBlock>[];
  readonly right: readonly Keyed<ColumnBlock>[];
}
export type PlainBlock = Exclude<CampaignBlock, Columns>;
export type EditedBlock = Keyed<PlainBlock | EditedColumns>;

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

/** The same content has the same keys on the server and in the browser. */
const storedKeys = <T>(blocks: readonly T[], prefix: string): Keyed<T>[] =>
  blocks.map((block, index) => ({ key: `${prefix}-${index}`, block }));

export function editedContent(content: CampaignContent | null): EditedContent | null {
  return (
    content && {
      ...content,
      second: content.second ?? noSecond,
      blocks: storedKeys(content.blocks, "stored").map(({ key, block }) =>
        block.kind === "columns"
          ? {
              key,
              block: {
                ...block,
                left: storedKeys(block.left, `${key}-left`),
                right: storedKeys(block.right, `${key}-right`),
              },
            }
          : { key, block },
      ),
    }
  );
}

const withoutKeys = <T>(blocks: readonly Keyed<T>[]): T[] => blocks.map(({ block }) => block);

export function contentOf(edited: EditedContent | null): CampaignContent | null {
  if (!edited) return null;
  const { subject, preheader, second } = edited;
  const hasSecond = second.subject.trim() !== "" || second.preheader.trim() !== "";
  return {
    subject,
    preheader,
    ...(hasSecond ? { second } : {}),
    blocks: withoutKeys(edited.blocks).map((block) =>
      block.kind === "columns"
        ? { ...block, left: withoutKeys(block.left), right: withoutKeys(block.right) }
        : block,
    ),
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
  if (kind !== "columns") return { key: freshKey(), block: emptyBlock(kind) };
  const side = () => [newColumnBlock("picture"), newColumnBlock("text")];
  return { key: freshKey(), block: { kind, left: side(), right: side() } };
}

export function newColumnBlock(kind: ColumnBlock["kind"]): Keyed<ColumnBlock> {
  return { key: freshKey(), block: emptyColumnBlock(kind) };
}

function emptyColumnBlock(kind: ColumnBlock["kind"]): ColumnBlock {
  switch (kind) {
    case "heading":
    case "text":
      return { kind, text: "" };
    case "picture":
      return { kind, url: "", alt: "" };
    case "button":
      return { kind, text: "", url: "" };
  }
}

function emptyBlock(kind: PlainBlock["kind"]): PlainBlock {
  switch (kind) {
    case "voucher":
      return { kind, text: "" };
    case "products":
      return { kind, ids: [] };
    case "rule":
      return { kind, order: "newest", category: null, count: 3 };
    case "divider":
      return { kind };
    default:
      return emptyColumnBlock(kind);
  }
}

/** Moves a block by one place, up (-1) or down (1). */
export function moveBlock<T>(blocks: readonly T[], from: number, by: -1 | 1): readonly T[] {
  const moved = [...blocks];
  const [block] = moved.splice(from, 1);
  if (block) moved.splice(from + by, 0, block);
  return moved;
}
