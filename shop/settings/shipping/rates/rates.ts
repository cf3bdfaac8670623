import type { Rupiah } from "#shop/kernel/money.ts";

/** The price up to this many grams or rupiah; null has no upper limit. Tiers ascend. */
export interface RateTier {
  readonly up_to: number | null;
  readonly price: Rupiah;
}

/** The price of a method in the zone of a destination, and its eligibility. */
export interface ShippingRate {
  readonly method_id: string;
  readonly name: string;
  readonly courier: string;
  readonly service: string;
  /** The buyer collects the goods at the shop. */
  readonly is_pickup: boolean;

  // Eligibility
  readonly min_weight_grams: number;
  readonly max_weight_grams: number;
  readonly min_subtotal: Rupiah | null;
  readonly max_subtotal: Rupiah | null;
  readonly excluded_product_ids: readonly string[];
  readonly excluded_category_ids: readonly string[];
  /** Slugs of the shipping classes that the method carries; empty means all. */
  readonly shipping_classes: readonly string[];
  /** `provider` or `provider:method`; empty means all. */
  readonly payment_methods: readonly string[];

  // Price
  readonly pricing: "per_kg" | "flat" | "weight_tiers" | "subtotal_tiers" | "percent";
  readonly volumetric_divisor: number;
  /** Grams per charged step; a started step counts whole. */
  readonly step_grams: number;
  /** Price of the first step and of each further one. */
  readonly first_kg: Rupiah;
  readonly next_kg: Rupiah;
  readonly flat_price: Rupiah;
  /** Percent of the goods' price. */
  readonly percent: number;
  readonly tiers: readonly RateTier[];
  /** The courier's live price; null means the table above. */
  readonly live_price: Rupiah | null;

  readonly min_days: number;
  readonly max_days: number;
  readonly free_from: Rupiah | null;
  readonly max_subsidy: Rupiah | null;
}

export interface Shipment {
  readonly weight_grams: number;
  readonly length_mm: number;
  readonly width_mm: number;
  readonly height_mm: number;
  readonly quantity: number;
}

/** The fields of a line that decide a method's eligibility. */
export interface ShipmentLine extends Shipment {
  readonly product_id: string;
  readonly category_ids: readonly string[];
  /** A slug of the table `shipping_classes`. */
  readonly shipping_class: string;
}

/** A piece without an entered weight takes the shop's default weight. */
export function weighed<T extends Shipment>(shipment: T, defaultGrams: number): T {
  return shipment.weight_grams > 0 ? shipment : { ...shipment, weight_grams: defaultGrams };
}

/** A shipment's weights in grams, and what a courier charges of them. */
export interface ChargedWeight {
  readonly actual_grams: number;
  /** Rounded up to a whole gram. */
  readonly volumetric_grams: number;
  /** The greater of the two, rounded up to whole steps. */
  readonly charged_grams: number;
}

export function chargedWeight(
  shipments: readonly Shipment[],
  { volumetric_divisor, step_grams }: Pick<ShippingRate, "volumetric_divisor" | "step_grams">,
): ChargedWeight {
  // The divisor is in cm³ per kg, so mm³ divided by it are grams.
  const volume = shipments.reduce(
    (sum, shipment) =>
      sum + shipment.length_mm * shipment.width_mm * shipment.height_mm * shipment.quantity,
    0,
  );
  const actual_grams = totalGrams(shipments);
  const actual = Math.ceil(actual_grams / step_grams);
  const volumetric = Math.ceil(volume / (volumetric_divisor * step_grams));
  return {
    actual_grams,
    volumetric_grams: Math.ceil(volume / volumetric_divisor),
    charged_grams: Math.max(1, actual, volumetric) * step_grams,
  };
}

/** Grams that a courier charges: the greater of actual and volumetric weight, rounded up to whole steps. */
export function chargeableGrams(
  shipments: readonly Shipment[],
  rate: Pick<ShippingRate, "volumetric_divisor" | "step_grams">,
): number {
  return chargedWeight(shipments, rate).charged_grams;
}

export function totalGrams(shipments: readonly Shipment[]): number {
  return shipments.reduce((sum, shipment) => sum + shipment.weight_grams * shipment.quantity, 0);
}

/** A condition of a method, and whether a shipment meets it. */
export interface Condition {
  readonly kind:
    | "min_weight"
    | "max_weight"
    | "min_subtotal"
    | "max_subtotal"
    | "classes"
    | "products"
    | "categories"
    | "payment";
  readonly is_met: boolean;
  /** Grams or rupiah of the condition; null without a limit, and for conditions on the goods. */
  readonly limit: number | null;
}

/**
 * Each condition of a method. Eligibility is separate from price. `goods` is after discounts, before delivery; without a
 * chosen payment method no method is excluded by it.
 */
export function conditionsOf(
  rate: ShippingRate,
  lines: readonly ShipmentLine[],
  goods: Rupiah,
  paymentMethod: string | null,
): readonly Condition[] {
  const grams = totalGrams(lines);
  const { shipping_classes: classes, payment_methods: payments } = rate;
  const limited = (kind: Condition["kind"], limit: number | null, is_met: boolean) => ({
    kind,
    limit,
    is_met,
  });
  return [
    limited("min_weight", rate.min_weight_grams, grams >= rate.min_weight_grams),
    limited("max_weight", rate.max_weight_grams, grams <= rate.max_weight_grams),
    limited("min_subtotal", rate.min_subtotal, goods >= (rate.min_subtotal ?? 0)),
    limited(
      "max_subtotal",
      rate.max_subtotal,
      rate.max_subtotal === null || goods <= rate.max_subtotal,
    ),
    limited(
      "classes",
      null,
      classes.length === 0 || lines.every((line) => classes.includes(line.shipping_class)),
    ),
    limited(
      "products",
      null,
      !lines.some((line) => rate.excluded_product_ids.includes(line.product_id)),
    ),
    limited(
      "categories",
      null,
      !lines.some((line) =>
        line.category_ids.some((id) => rate.excluded_category_ids.includes(id)),
      ),
    ),
    limited(
      "payment",
      null,
      payments.length === 0 ||
        paymentMethod === null ||
        payments.includes(paymentMethod) ||
        payments.includes(paymentMethod.split(":")[0] ?? ""),
    ),
  ];
}

/** Whether a shipment meets every condition of a method. */
export function isEligible(
  rate: ShippingRate,
  lines: readonly ShipmentLine[],
  goods: Rupiah,
  paymentMethod: string | null,
): boolean {
  return conditionsOf(rate, lines, goods, paymentMethod).every(({ is_met }) => is_met);
}

/** What delivery costs, and what the shop pays of it. */
export interface DeliveryPrice {
  /** The live or table price. */
  readonly full: Rupiah;
  /** The shop's subsidy from the free-delivery threshold on. */
  readonly subsidy: Rupiah;
  readonly price: Rupiah;
}

/** @returns undefined when the table has no price for this weight or sum */
export function deliveryPrice(
  rate: ShippingRate,
  lines: readonly Shipment[],
  goods: Rupiah,
): DeliveryPrice | undefined {
  const full = rate.live_price ?? tablePrice(rate, chargeableGrams(lines, rate), goods);
  if (full === undefined) return undefined;
  if (rate.free_from === null || goods < rate.free_from) return { full, subsidy: 0, price: full };
  const subsidy = Math.min(full, rate.max_subsidy ?? full);
  return { full, subsidy, price: full - subsidy };
}

/**
 * Delivery to pay: the live or table price, minus the shop's subsidy from the free-delivery threshold on.
 * @returns undefined when the table has no price for this weight or sum
 */
export function shippingPrice(
  rate: ShippingRate,
  lines: readonly Shipment[],
  goods: Rupiah,
): Rupiah | undefined {
  return deliveryPrice(rate, lines, goods)?.price;
}

function tablePrice(rate: ShippingRate, grams: number, goods: Rupiah): Rupiah | undefined {
  const tier = (amount: number) =>
    rate.tiers.find(({ up_to }) => up_to === null || amount <= up_to)?.price;
  switch (rate.pricing) {
    case "per_kg":
      return rate.first_kg + rate.next_kg * (grams / rate.step_grams - 1);
    case "flat":
      return rate.flat_price;
    case "weight_tiers":
      return tier(grams);
    case "subtotal_tiers":
      return tier(goods);
    case "percent":
      return Number((BigInt(goods) * BigInt(rate.percent)) / 100n);
  }
}
