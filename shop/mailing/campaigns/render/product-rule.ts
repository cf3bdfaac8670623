import type { CampaignBlock, CampaignContent, ProductRule } from "#shop/mailing/campaigns/block.ts";

/** A block as it is rendered: the products of a rule are known. */
export type SettledBlock = Exclude<CampaignBlock, { kind: "rule" }>;

/** The rules of a content, top to bottom. */
export function rulesIn({ blocks }: Pick<CampaignContent, "blocks">): ProductRule[] {
  return blocks.filter((block) => block.kind === "rule");
}

/** Products that staff chose one by one. */
export function chosenProducts({ blocks }: Pick<CampaignContent, "blocks">): string[] {
  return blocks.flatMap((block) => (block.kind === "products" ? block.ids : []));
}

/** Blocks with the products of each rule in its place. @param picked products of each rule, top to bottom */
export function settleRules(
  blocks: readonly CampaignBlock[],
  picked: readonly (readonly string[])[],
): SettledBlock[] {
  let rule = 0;
  return blocks.map((block) =>
    block.kind === "rule" ? { kind: "products", ids: [...(picked[rule++] ?? [])] } : block,
  );
}
