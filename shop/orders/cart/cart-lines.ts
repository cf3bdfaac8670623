import { zip } from "#base/zip.ts";
import type { LoadedDesign } from "#shop/designs/load-designs.server.ts";
import { type DesignPrice, priceDesign } from "#shop/designs/print/price-design.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { Settings } from "#shop/settings/load-settings.server.ts";
import type { CartInput, CartLine, CartProblem, QuotedLine } from "./cart.ts";
import type { LoadedVariant } from "./load-cart.server.ts";
import type { PricedCart, PricedLine } from "./price-cart.ts";
import { atTypedPrice } from "./typed-prices.ts";

/** A line that is sold. */
export interface BuyableLine {
  readonly variant: LoadedVariant;
  readonly quantity: number;
  readonly design: LineDesign | null;
  /** See `PrintSpec.days`; 0 of plain pieces. */
  readonly production_days: number;
}

/** What is printed on the pieces of a line. */
export interface LineDesign {
  readonly version: LoadedDesign;
  readonly price: DesignPrice;
}

/** A line before the pieces of its design are counted. */
interface LineBeforeDesign extends Omit<BuyableLine, "design" | "production_days"> {
  readonly version: LoadedDesign | null;
}

/** A line that can be bought, or a gift: the variant, its price, and the line as the buyer sees it. */
export interface EvaluatedLine extends BuyableLine {
  readonly priced: PricedLine;
  readonly quoted: QuotedLine;
}

/**
 * Sums the pieces per variant before comparing them with the stock: two lines of one variant share it.
 * @param isPrinted the pieces will have designs that are not made yet
 */
export function buyableLines(
  input: CartInput,
  found: ReadonlyMap<string, LoadedVariant>,
  designs: ReadonlyMap<string, LoadedDesign>,
  problems: CartProblem[],
  isPrinted = false,
): BuyableLine[] {
  const asked = new Map<string, number>();
  const lines: LineBeforeDesign[] = [];
  const firstLines = new Map<string, { readonly variant: LoadedVariant; readonly index: number }>();
  for (const [index, line] of input.lines.entries()) {
    const loaded = found.get(line.variant_id);
    const variant = loaded && atTypedPrice(loaded, input.staff, index);
    if (!variant) {
      problems.push({ code: "variant_not_found", line: index });
      continue;
    }
    const version = isPrinted ? null : versionOf(line, variant, designs);
    if (typeof version === "string") {
      const is_roster = Boolean(designs.get(line.design_id ?? "")?.pieces);
      const { product_slug, name } = variant;
      problems.push({ code: version, line: index, designed: { product_slug, name, is_roster } });
      continue;
    }
    const before = asked.get(variant.id) ?? 0;
    asked.set(variant.id, before + line.quantity);
    if (variant.available === 0) problems.push({ code: "out_of_stock", line: index });
    else if (before + line.quantity > variant.available) {
      const available = Math.max(0, variant.available - before);
      problems.push({ code: "not_enough_stock", line: index, available });
    } else if (before + line.quantity > variant.max_pieces) {
      problems.push({ code: "too_many_pieces", line: index, max_pieces: variant.max_pieces });
    }
    lines.push({ variant, quantity: line.quantity, version });
    firstLines.set(variant.id, firstLines.get(variant.id) ?? { variant, index });
  }
  for (const { variant, index } of firstLines.values()) {
    const isShort = (asked.get(variant.id) ?? 0) < variant.min_pieces;
    if (isShort && !problems.some(({ line }) => line === index)) {
      problems.push({ code: "too_few_pieces", line: index, min_pieces: variant.min_pieces });
    }
  }
  return lines.map((line) => ({
    variant: line.variant,
    quantity: line.quantity,
    design: line.version && designOf(line, line.version, lines),
    production_days:
      line.version?.production_days ?? (isPrinted ? line.variant.production_days : 0),
  }));
}

/**
 * The quantity table counts all lines of the version. Its set-up is borne by the one with the most pieces, so that giving
 * back a few of another size leaves it paid; of several the first.
 */
function designOf(
  line: LineBeforeDesign,
  version: LoadedDesign,
  lines: readonly LineBeforeDesign[],
): LineDesign {
  const sharing = lines.filter((other) => other.version?.id === version.id);
  const pieces = sharing.reduce((sum, { quantity }) => sum + quantity, 0);
  const bearer = sharing.reduce((most, other) => (other.quantity > most.quantity ? other : most));
  const run = {
    base: line.variant.unit_price,
    pieces,
    isSetUp: version.is_set_up || line !== bearer,
  };
  return { version, price: priceDesign(version.price, version.summary, run) };
}

function versionOf(
  { design_id, quantity }: CartLine,
  variant: LoadedVariant,
  designs: ReadonlyMap<string, LoadedDesign>,
):
  | LoadedDesign
  | null
  | "design_missing"
  | "design_not_found"
  | "design_outdated"
  | "roster_changed" {
  if (design_id === undefined) return variant.print_required ? "design_missing" : null;
  const version = designs.get(design_id);
  if (version?.product_id !== variant.product_id) return "design_not_found";
  if (version.spec_id !== variant.spec_id) return "design_outdated";
  if (version.pieces && rowsOf(version, variant.id).length !== quantity) return "roster_changed";
  return version;
}

/** The pieces of a roster that are of a variant. */
function rowsOf({ pieces }: LoadedDesign, variantId: string) {
  return (pieces ?? []).filter(({ variant_id }) => variant_id === variantId);
}

export function evaluatedLines(
  bought: readonly BuyableLine[],
  priced: PricedCart,
  gifts: ReadonlyMap<string, LoadedVariant>,
): EvaluatedLine[] {
  const given = priced.lines.slice(bought.length).map(({ line }) => {
    const variant = gifts.get(line.variant_id);
    if (!variant) throw new Error(`the gift ${line.variant_id} was not loaded`);
    return { variant, quantity: line.quantity, design: null, production_days: 0 };
  });
  const before = new Map<string, number>();
  return zip([...bought, ...given], priced.lines).map(([part, line]) => {
    // Several lines of one variant share its stock: each takes what the earlier ones left.
    const { variant, quantity, design } = part;
    const earlier = before.get(variant.id) ?? 0;
    before.set(variant.id, earlier + quantity);
    const inStock = Math.max(0, variant.available - variant.backorder_limit - earlier);
    const quoted = {
      variant_id: variant.id,
      product_slug: variant.product_slug,
      name: variant.name,
      options: variant.options,
      sku: variant.sku,
      picture: variant.picture,
      quantity,
      design: design && {
        id: design.version.id,
        words: design.version.words,
        pieces: design.version.pieces && rowsOf(design.version, variant.id).map(({ text }) => text),
        charges: design.price.parts,
      },
      unit_price: line.line.unit_price,
      setup_fee: line.line.setup_fee,
      was_price: variant.was_price === null ? null : variant.was_price + surchargeOf(design),
      discount: line.discount,
      total: line.total,
      stock_band: variant.stock_band,
      backordered: variant.backorder_limit > 0 ? Math.max(0, quantity - inStock) : 0,
      max_pieces: variant.max_pieces,
      is_gift: line.gift !== null,
      ...(variant.is_custom ? { is_custom: true as const } : {}),
    };
    return { ...part, priced: line, quoted };
  });
}

/** What a design adds to the price of one piece. */
export function surchargeOf(design: LineDesign | null): Rupiah {
  return design?.price.unit ?? 0;
}

/** Whether an order of these lines leaves `scarce_pieces` or fewer of a variant. */
export function isScarce(lines: readonly BuyableLine[], { scarce_pieces }: Settings): boolean {
  const left = new Map<string, number>();
  for (const { variant, quantity } of lines) {
    left.set(variant.id, (left.get(variant.id) ?? variant.available) - quantity);
  }
  return [...left.values()].some((pieces) => pieces <= scarce_pieces);
}

/** What the slowest print of the lines takes, see `PrintSpec.days`. */
export function productionDaysOf(lines: readonly BuyableLine[]): number {
  return Math.max(0, ...lines.map(({ production_days }) => production_days));
}
