import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { type Person, visitor } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { deliveryDates } from "#shop/settings/shipping/delivery-dates.ts";
import {
  type ChargedWeight,
  type Condition,
  chargedWeight,
  conditionsOf,
  type DeliveryPrice,
  deliveryPrice,
} from "#shop/settings/shipping/rates/rates.ts";
import {
  applyUnsaved,
  type UnsavedSetting,
} from "#shop/settings/shipping/unsaved-setting.server.ts";
import {
  type Destination,
  matchingZones,
} from "#shop/settings/shipping/zones/matching-zones.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type AskedRate, askEach } from "./ask-couriers.server.ts";
import type { CartProblem, QuoteInput } from "./cart.ts";
import { productionDaysOf } from "./cart-lines.ts";
import type { LoadedRate } from "./load-rates.server.ts";
import { loadRates } from "./load-rates.server.ts";
import { type CartToPrice, type LineToPrice, priceCart } from "./price-cart.ts";
import { type PreparedCart, prepareCart } from "./quote-cart.server.ts";

/** What is sent: lines of products, or a weight with the price of its goods. */
export type TestCart =
  | { readonly lines: QuoteInput["lines"] }
  | { readonly weight_grams: number; readonly goods: Rupiah };

export interface DeliveryTest {
  /** Region codes, at most `maxPlaces`. */
  readonly places: readonly string[];
  readonly cart: TestCart;
  /** `provider:method`; null while none is chosen. */
  readonly payment_method: string | null;
}

export const maxPlaces = 20;

/** Why a method has no price at a place, whatever is sent. */
export type NoRate = "disabled" | "no_zone" | "no_price" | "unserviceable";

export interface ExplainedMethod {
  readonly method_id: string;
  readonly name: string;
  readonly courier: string;
  readonly is_pickup: boolean;
  /** What a buyer would see; null when the method is not offered. */
  readonly offer: {
    readonly price: Rupiah;
    readonly earliest: string;
    readonly latest: string;
  } | null;
  /** The first reason why it is not offered; undefined when it is. */
  readonly why?:
    | NoRate
    | "conditions"
    /** The table has no price for this weight or sum. */
    | "outside_table"
    /** The courier did not answer, and the method has no fallback. */
    | "courier_silent";
  /** Absent for a method without a rate at the place. */
  readonly rate?: {
    readonly zone: string;
    /** The region code or range of postcodes that matched; `''` is the rest of Indonesia. */
    readonly place: string;
    /** The name of that region. */
    readonly place_name: string;
    readonly weight: ChargedWeight & {
      readonly step_grams: number;
      readonly volumetric_divisor: number;
    };
    readonly conditions: readonly Condition[];
    readonly price: DeliveryPrice | undefined;
    readonly free_from: Rupiah | null;
    readonly live: AskedRate["live"];
  };
}

export interface ExplainedPlace {
  readonly code: string;
  /** From the place itself up to its province. */
  readonly label: string;
  readonly methods: readonly ExplainedMethod[];
}

/** The settings that count, and the unsaved ones beside them. */
export interface ExplainedDelivery {
  readonly now: readonly ExplainedPlace[];
  /** With the unsaved setting; null without one. */
  readonly unsaved: readonly ExplainedPlace[] | null;
  /** What is wrong with the cart, e.g. a variant that is no longer sold. */
  readonly problems: readonly CartProblem[];
}

/**
 * What a buyer at each place sees for a cart, and why or why not for each method. It prices by the functions of
 * `quoteCart`. An unsaved setting is written, read by the same statements as a quote, and undone in one transaction, so
 * that nothing is stored and no buyer sees it. Couriers are asked after that transaction.
 */
export async function explainDelivery(
  actor: Person,
  test: DeliveryTest,
  unsaved: UnsavedSetting | null,
  language: Language,
): Promise<Result<ExplainedDelivery, string>> {
  const places = await Promise.all(
    test.places.slice(0, maxPlaces).map((code) => preparePlace(code, test, language)),
  );
  const known = places.flatMap((place) => place ?? []);
  const read = (sql: Sql) => readSettings(sql, known, language);
  const stored = await asStaff<readonly PlaceRates[], never>(actor, "shipping.read", async (sql) =>
    ok(await read(sql)),
  );
  if (!stored.ok) return stored;
  const changed = unsaved ? await readUnsaved(actor, unsaved, read) : null;
  if (changed && !changed.ok) return changed;
  return ok({
    now: await explainPlaces(known, stored.value),
    unsaved: changed && (await explainPlaces(known, changed.value)),
    problems: known[0]?.prepared.problems ?? [],
  });
}

interface PreparedPlace {
  readonly code: string;
  readonly label: string;
  readonly destination: Destination;
  readonly prepared: PreparedCart;
  /** The cart without rates. */
  readonly cart: CartToPrice;
}

/** Undefined for an unknown region. */
async function preparePlace(
  code: string,
  { cart: asked, payment_method }: DeliveryTest,
  language: Language,
): Promise<PreparedPlace | undefined> {
  const input: QuoteInput = {
    lines: "lines" in asked ? asked.lines : [],
    region_code: code,
    ...(payment_method === null ? {} : { payment_method }),
  };
  const prepared = await prepareCart(asShop(), visitor, input, language, dateNow());
  const { destination } = prepared;
  if (destination === null) return undefined;
  const lines = "lines" in asked ? prepared.cart.lines : [weightOnly(asked)];
  const [named] = await asShop()<{ label: string }[]>`
    select concat_ws(', ', r.name, k.name, c.name, p.name) as label
    from regions r
    left join regions k on k.code = left(r.code, 6) and length(r.code) > 6
    left join regions c on c.code = left(r.code, 4) and length(r.code) > 4
    left join regions p on p.code = left(r.code, 2) and length(r.code) > 2
    where r.code = ${code}`;
  const promotions = "lines" in asked ? prepared.cart.promotions : [];
  return {
    code,
    label: [named?.label, destination.postal_code].filter(Boolean).join(" "),
    destination,
    prepared,
    cart: { ...prepared.cart, lines, promotions, rates: [] },
  };
}

/** A line of one ordinary piece of a weight and a price. */
function weightOnly({ weight_grams, goods }: { weight_grams: number; goods: Rupiah }): LineToPrice {
  const nothing = "00000000-0000-0000-0000-000000000000";
  return {
    variant_id: nothing,
    product_id: nothing,
    category_ids: [],
    shipping_class: "ordinary",
    tax_class: "goods",
    weight_grams,
    length_mm: 0,
    width_mm: 0,
    height_mm: 0,
    quantity: 1,
    unit_price: goods,
    setup_fee: 0,
    is_on_sale: false,
  };
}

interface PlaceRates {
  readonly rates: readonly LoadedRate[];
  /** Every method by position with its zone's name there, or why it has no rate. */
  readonly methods: readonly MethodAtPlace[];
}

interface MethodAtPlace {
  readonly id: string;
  readonly name: string;
  readonly courier: string;
  readonly is_pickup: boolean;
  readonly zone: string;
  readonly place_name: string;
  readonly why: NoRate | null;
}

async function readSettings(
  sql: Sql,
  places: readonly PreparedPlace[],
  language: Language,
): Promise<readonly PlaceRates[]> {
  const found: PlaceRates[] = [];
  for (const { destination } of places) {
    const rates = await loadRates(sql, destination, language);
    const methods = await sql<MethodAtPlace[]>`
      with matching as (${matchingZones(sql, destination)}),
      top as (
        select z.serviceable from matching join shipping_zones z on z.id = zone_id order by rank desc limit 1
      )
      select m.id, m.name ->> ${language} as name, concat_ws(' ', nullif(m.courier, ''), nullif(m.service, '')) as courier,
        m.source = 'pickup' as is_pickup, coalesce(b.zone, '') as zone, coalesce(b.place_name, '') as place_name,
        case when not m.enabled then 'disabled'
          when not exists (select from matching) then 'no_zone'
          when b.method_id is null then 'no_price'
          when m.source <> 'pickup' and not (select serviceable from top) then 'unserviceable'
        end as why
      from shipping_methods m
      left join lateral (
        select r.method_id, z.name ->> ${language} as zone, g.name as place_name
        from matching join shipping_rates r on r.zone_id = matching.zone_id and r.method_id = m.id
        join shipping_zones z on z.id = r.zone_id
        left join regions g on g.code = matching.place
        order by rank desc, r.zone_id limit 1
      ) b on true
      order by m.position, m.id`;
    found.push({ rates, methods });
  }
  return found;
}

/** Writes the setting, reads with it, and undoes it. */
async function readUnsaved(
  actor: Person,
  unsaved: UnsavedSetting,
  read: (sql: Sql) => Promise<readonly PlaceRates[]>,
): Promise<Result<readonly PlaceRates[], string>> {
  try {
    return await asStaff<readonly PlaceRates[], string>(
      actor,
      "shipping.edit",
      async (sql, rollbackWith) => {
        const problem = await applyUnsaved(sql, unsaved);
        return rollbackWith(problem === undefined ? ok(await read(sql)) : fail(problem));
      },
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === undefined) throw error;
    return fail(constraint);
  }
}

function explainPlaces(
  places: readonly PreparedPlace[],
  settings: readonly PlaceRates[],
): Promise<readonly ExplainedPlace[]> {
  return Promise.all(
    places.map(async (place, index) => {
      const { rates, methods } = settings[index] ?? { rates: [], methods: [] };
      const priced = priceCart(place.cart);
      const sent = {
        lines: priced.lines.map(({ line }) => line),
        goods: priced.subtotal - priced.setup_fee - priced.discount,
      };
      const way = {
        origin: place.prepared.settings.origin_region_code,
        destination: place.destination.region_code,
      };
      const asked = await askEach(rates, sent.lines, way, "ask");
      const askedOf = new Map(asked.map((one) => [one.rate.method_id, one]));
      return {
        code: place.code,
        label: place.label,
        methods: methods.map((method) =>
          explainMethod(place, sent, method, askedOf.get(method.id)),
        ),
      };
    }),
  );
}

function explainMethod(
  { cart, prepared }: PreparedPlace,
  { lines, goods }: { readonly lines: readonly LineToPrice[]; readonly goods: Rupiah },
  method: MethodAtPlace,
  asked: AskedRate | undefined,
): ExplainedMethod {
  const { id, name, courier, is_pickup } = method;
  const known = { method_id: id, name, courier, is_pickup };
  if (!asked) return { ...known, offer: null, why: method.why ?? "no_price" };
  const { rate, live } = asked;
  const conditions = conditionsOf(rate, lines, goods, cart.payment_method);
  const price = deliveryPrice(rate, lines, goods);
  const explained = {
    zone: method.zone,
    place: rate.place,
    place_name: method.place_name,
    weight: {
      ...chargedWeight(lines, rate),
      step_grams: rate.step_grams,
      volumetric_divisor: rate.volumetric_divisor,
    },
    conditions,
    price,
    free_from: rate.free_from,
    live,
  };
  const why =
    live?.outcome === "hidden"
      ? "courier_silent"
      : !conditions.every(({ is_met }) => is_met)
        ? "conditions"
        : price === undefined
          ? "outside_table"
          : undefined;
  if (why || price === undefined) {
    return { ...known, offer: null, why: why ?? "outside_table", rate: explained };
  }
  const dates = deliveryDates(cart.now, rate, prepared.settings, productionDaysOf(prepared.lines));
  return { ...known, offer: { price: price.price, ...dates }, rate: explained };
}
