import { zip } from "#base/zip.ts";
import { prorate, type Rupiah } from "#shop/kernel/money.ts";
import type { PromoProblem, Promotion } from "./promotion.ts";

/** The fields of a line that promotions use. */
export interface PromoLine {
  readonly variant_id: string;
  readonly product_id: string;
  readonly category_ids: readonly string[];
  readonly is_on_sale: boolean;
  /** A custom line, to which no promotion applies. */
  readonly is_custom?: true;
  /** Whole rupiah a piece. */
  readonly unit_price: Rupiah;
  readonly quantity: number;
}

/** Whether a promotion applies to a line as purchased goods; rewards are matched apart. */
export function isMeant(promotion: Promotion, line: PromoLine): boolean {
  const { product_ids, category_ids } = promotion;
  if (isExcluded(promotion, line)) return false;
  if (product_ids.length === 0 && category_ids.length === 0) return true;
  return isListed(line, product_ids, category_ids);
}

function isExcluded(promotion: Promotion, line: PromoLine): boolean {
  return (
    line.is_custom === true ||
    (promotion.exclude_sale_items && line.is_on_sale) ||
    isListed(line, promotion.excluded_product_ids, promotion.excluded_category_ids)
  );
}

function isListed(line: PromoLine, products: readonly string[], categories: readonly string[]) {
  return (
    products.includes(line.product_id) || line.category_ids.some((id) => categories.includes(id))
  );
}

/**
 * Why an active promotion does not apply to these lines, with the missing pieces or amount. `amounts` is each line's
 * reduced price at this step, whole rupiah: thresholds are checked again at every step.
 */
export function whyNotLines(
  promotion: Promotion,
  lines: readonly PromoLine[],
  amounts: readonly Rupiah[],
): PromoProblem | undefined {
  const meant = zip(lines, amounts).flatMap(([line, amount]) =>
    isMeant(promotion, line) ? [{ line, amount }] : [],
  );
  // Promotions on delivery and gifts apply to fully discounted goods too.
  const needsAmount = promotion.class !== "shipping" && promotion.type !== "gift";
  if (!meant.some(({ amount }) => !needsAmount || amount > 0)) {
    return { code: "promo_no_eligible_items" };
  }
  const pieces = sum(meant.map(({ line }) => line.quantity));
  const missing_pieces =
    promotion.type === "buy_x_get_y"
      ? Math.max(promotion.min_quantity - pieces, missingForReward(promotion, lines))
      : promotion.min_quantity - pieces;
  if (missing_pieces > 0) return { code: "promo_min_quantity", missing_pieces };
  const missing = promotion.min_subtotal - sum(amounts);
  return missing > 0 ? { code: "promo_min_subtotal", missing } : undefined;
}

/**
 * The discount of a promotion on goods for each line: whole rupiah, never more than the line's reduced price.
 * Percentages round down; a discount across lines is prorated by largest remainder.
 */
export function lineDiscounts(
  promotion: Promotion,
  lines: readonly PromoLine[],
  amounts: readonly Rupiah[],
): Rupiah[] {
  if (promotion.type === "buy_x_get_y") return capped(promotion, rewardDiscounts(promotion, lines));
  const meant = zip(lines, amounts).map(([line, amount]) =>
    isMeant(promotion, line) ? amount : 0,
  );
  if (promotion.allocation === "across") {
    return prorate(discountOn(promotion, sum(meant)), meant);
  }
  return capped(
    promotion,
    zip(lines, meant).map(([line, amount]) =>
      amount > 0
        ? discountOn({ ...promotion, max_discount: null }, line.unit_price) * line.quantity
        : 0,
    ),
  );
}

/** The discount of a promotion on an amount: never more than the amount, rounded down to whole rupiah. */
export function discountOn(
  promotion: Pick<Promotion, "type" | "value" | "max_discount">,
  amount: Rupiah,
): Rupiah {
  const raw = {
    percent: () => percentOf(amount, promotion.value),
    fixed: () => promotion.value,
    free_shipping: () => amount,
    fixed_shipping: () => Math.max(0, amount - promotion.value),
    buy_x_get_y: () => percentOf(amount, promotion.value),
    gift: () => amount,
  }[promotion.type]();
  return Math.min(raw, promotion.max_discount ?? raw, amount);
}

function percentOf(amount: Rupiah, percent: number): Rupiah {
  return Number((BigInt(amount) * BigInt(percent)) / 100n);
}

/** Discounts by line, prorated down to the promotion's maximum. */
function capped(promotion: Promotion, discounts: readonly Rupiah[]): Rupiah[] {
  const max = promotion.max_discount;
  return max !== null && sum(discounts) > max ? prorate(max, discounts) : [...discounts];
}

interface Reward {
  readonly bought: number;
  /** Reward lines, cheapest piece first, with their indexes in the cart. */
  readonly lines: readonly { readonly index: number; readonly line: PromoLine }[];
  /** Number of discounted pieces. */
  readonly pieces: number;
  readonly isOwnKind: boolean;
}

function rewardOf(promotion: Promotion, lines: readonly PromoLine[]): Reward {
  const { reward_product_ids, reward_category_ids } = promotion;
  const [buy, get] = [promotion.buy_quantity ?? 1, promotion.get_quantity ?? 1];
  const isOwnKind = reward_product_ids.length === 0 && reward_category_ids.length === 0;
  // A line is either purchased or a reward, so that no piece counts twice.
  const isReward = (line: PromoLine) =>
    isOwnKind
      ? isMeant(promotion, line)
      : !isExcluded(promotion, line) && isListed(line, reward_product_ids, reward_category_ids);
  const priced = lines.flatMap((line, index) => (line.unit_price > 0 ? [{ index, line }] : []));
  const rewards = priced
    .filter(({ line }) => isReward(line))
    .sort((a, b) => a.line.unit_price - b.line.unit_price || a.index - b.index);
  const count = (found: readonly { line: PromoLine }[]) =>
    sum(found.map(({ line }) => line.quantity));
  const bought = isOwnKind
    ? count(rewards)
    : count(priced.filter(({ line }) => isMeant(promotion, line) && !isReward(line)));
  const pieces = isOwnKind
    ? Math.floor(bought / (buy + get)) * get
    : Math.min(Math.floor(bought / buy) * get, count(rewards));
  return { bought, lines: rewards, pieces, isOwnKind };
}

/** Number of pieces to add until the reward applies. */
function missingForReward(promotion: Promotion, lines: readonly PromoLine[]): number {
  const reward = rewardOf(promotion, lines);
  if (reward.pieces > 0) return 0;
  const [buy, get] = [promotion.buy_quantity ?? 1, promotion.get_quantity ?? 1];
  const needed = reward.isOwnKind ? buy + get : buy;
  return Math.max(1, needed - reward.bought);
}

/** Discounts the cheapest reward pieces first. */
function rewardDiscounts(promotion: Promotion, lines: readonly PromoLine[]): Rupiah[] {
  const discounts = lines.map(() => 0);
  const reward = rewardOf(promotion, lines);
  let left = reward.pieces;
  for (const { index, line } of reward.lines) {
    const pieces = Math.min(left, line.quantity);
    discounts[index] = percentOf(line.unit_price, promotion.value) * pieces;
    left -= pieces;
  }
  return discounts;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
