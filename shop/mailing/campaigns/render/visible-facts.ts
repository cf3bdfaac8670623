import type { Occasion } from "./occasion.ts";
import type { SettledBlock } from "./product-rule.ts";
import type { MailProduct, RenderFacts } from "./render-facts.ts";
import { plainLine } from "./slots.ts";

/** The names that surround a campaign's text, as a mail may show them, whatever was typed. */
export function visibleFacts(facts: RenderFacts): RenderFacts {
  const { shop, topic, products, occasion } = facts;
  return {
    ...facts,
    topic: plainLine(topic),
    shop: {
      name: plainLine(shop.name),
      legalName: plainLine(shop.legalName),
      street: plainLine(shop.street),
      city: plainLine(shop.city),
    },
    products: new Map([...products].map(([id, product]) => [id, visibleProduct(product)])),
    occasion: occasion && visibleOccasion(occasion),
  };
}

function visibleProduct(product: MailProduct): MailProduct {
  return { ...product, name: plainLine(product.name) };
}

function visibleOccasion({ lines, button, slots }: Occasion): Occasion {
  return {
    slots,
    lines: lines.map(({ label, value }) => ({ label: plainLine(label), value: plainLine(value) })),
    button: { text: plainLine(button.text), url: button.url },
  };
}

/** The parts of blocks that no slot may stand in; their texts are cleaned where their slots are marked. */
export function visibleBlocks(blocks: readonly SettledBlock[]): SettledBlock[] {
  return blocks.map((block) =>
    block.kind === "columns"
      ? { ...block, left: block.left.map(visibleBlock), right: block.right.map(visibleBlock) }
      : visibleBlock(block),
  );
}

function visibleBlock<T extends SettledBlock>(block: T): T {
  if (block.kind === "button") return { ...block, text: plainLine(block.text) };
  return block.kind === "picture" ? { ...block, alt: plainLine(block.alt) } : block;
}
