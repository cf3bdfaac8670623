import type { CampaignBlock } from "./block.ts";
import type { Occasion } from "./occasion.ts";
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

/** The parts of a block that no slot may stand in; its text is cleaned where its slots are marked. */
export function visibleBlock(block: CampaignBlock): CampaignBlock {
  if (block.kind === "button") return { ...block, text: plainLine(block.text) };
  return block.kind === "picture" ? { ...block, alt: plainLine(block.alt) } : block;
}
