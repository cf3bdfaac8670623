import type { Rupiah } from "#shop/money.ts";

/** What a method costs in the zone of a destination, and who can use it. */
export interface ShippingRate {
  readonly method_id: string;
  readonly name: string;
  readonly courier: string;
  readonly service: string;
  readonly min_weight_grams: number;
  readonly max_weight_grams: number;
  readonly max_subtotal: Rupiah | null;
  readonly volumetric_divisor: number;
  readonly first_kg: Rupiah;
  readonly next_kg: Rupiah;
  readonly min_days: number;
  readonly max_days: number;
  readonly free_from: Rupiah | null;
  readonly max_subsidy: Rupiah | null;
}

export interface Parcel {
  readonly weight_grams: number;
  readonly length_mm: number;
  readonly width_mm: number;
  readonly height_mm: number;
  readonly quantity: number;
}

/** Kilograms that a courier charges: the greater of actual and volumetric weight, each begun kilogram whole. */
export function chargeableKilograms(parcels: readonly Parcel[], volumetricDivisor: number): number {
  const grams = totalGrams(parcels);
  // Cubic millimetres over (divisor × 1000) give kilograms, as the divisor is meant for centimetres.
  const volume = parcels.reduce(
    (sum, parcel) => sum + parcel.length_mm * parcel.width_mm * parcel.height_mm * parcel.quantity,
    0,
  );
  const volumetric = volume / (volumetricDivisor * 1000);
  return Math.max(1, Math.ceil(grams / 1000), Math.ceil(volumetric));
}

export function totalGrams(parcels: readonly Parcel[]): number {
  return parcels.reduce((sum, parcel) => sum + parcel.weight_grams * parcel.quantity, 0);
}

/** Who can use a method is decided apart from what it costs. `goods` is after discounts, before delivery. */
export function isEligible(rate: ShippingRate, parcels: readonly Parcel[], goods: Rupiah): boolean {
  const grams = totalGrams(parcels);
  return (
    grams >= rate.min_weight_grams &&
    grams <= rate.max_weight_grams &&
    (rate.max_subtotal === null || goods <= rate.max_subtotal)
  );
}

/** Delivery to pay: the table's price less what the shop gives from its free-delivery threshold on. */
export function shippingPrice(
  rate: ShippingRate,
  parcels: readonly Parcel[],
  goods: Rupiah,
): Rupiah {
  const kilograms = chargeableKilograms(parcels, rate.volumetric_divisor);
  const price = rate.first_kg + rate.next_kg * (kilograms - 1);
  if (rate.free_from === null || goods < rate.free_from) return price;
  return Math.max(0, price - (rate.max_subsidy ?? price));
}

export interface ShopCalendar {
  /** Orders placed before this hour (WIB) leave on the same working day. */
  readonly cutoff_hour: number;
  /** `YYYY-MM-DD` on which nothing leaves, besides Sundays. */
  readonly holidays: readonly string[];
}

const dayMs = 86_400_000;
const wibOffsetMs = 7 * 3_600_000;

/** First and last day of arrival, `YYYY-MM-DD` in shop time; transit counts working days. */
export function deliveryDates(
  now: Date,
  days: { readonly min_days: number; readonly max_days: number },
  calendar: ShopCalendar,
): { earliest: string; latest: string } {
  const local = new Date(now.getTime() + wibOffsetMs);
  let leaves = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  if (local.getUTCHours() >= calendar.cutoff_hour) leaves += dayMs;
  const isWorking = (day: number) =>
    new Date(day).getUTCDay() !== 0 && !calendar.holidays.includes(dateText(day));
  while (!isWorking(leaves)) leaves += dayMs;
  const after = (count: number) => {
    let day = leaves;
    for (let left = count; left > 0; ) {
      day += dayMs;
      if (isWorking(day)) left--;
    }
    return dateText(day);
  };
  return { earliest: after(days.min_days), latest: after(days.max_days) };
}

function dateText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
