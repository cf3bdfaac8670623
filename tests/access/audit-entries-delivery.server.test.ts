import * as v from "valibot";
import { beforeAll, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { deleteClass, saveClass } from "#shop/settings/shipping/classes.server.ts";
import { startDelivery } from "#shop/settings/shipping/first-delivery.server.ts";
import type { MethodInput } from "#shop/settings/shipping/method-input.ts";
import {
  deleteMethod,
  findShippingMethod,
  saveMethod,
} from "#shop/settings/shipping/methods.server.ts";
import { moveSetting } from "#shop/settings/shipping/move-setting.server.ts";
import { rateSchema } from "#shop/settings/shipping/rates/rate-input.ts";
import {
  changeRates,
  copyRates,
  deleteRate,
  listRates,
  saveRate,
} from "#shop/settings/shipping/rates/rate-table.server.ts";
import { deleteZone, findZone, saveZone } from "#shop/settings/shipping/zones/zones.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
let admin: Person;
/** A shop without delivery. */
beforeAll(async () => {
  admin = await actingAdmin();
  await asSeed()`delete from shipping_methods`;
  await asSeed()`delete from shipping_zones`;
});

const rate = (flat_price: string) =>
  v.parse(rateSchema, {
    pricing: "flat",
    flat_price,
    min_days: "1",
    max_days: "2",
    free_from: "",
    max_subsidy: "",
  });
let first = { zone_id: "", method_id: "" };
let zoneId = "";
const zone = {
  name: { id: "Bandung", en: "Bandung" },
  cash_on_delivery: false,
  serviceable: true,
  regions: ["3273"],
  postcodes: [{ first_code: "40111", last_code: "40119" }],
};
const zoneVersion = async () => (await findZone(zoneId))?.version ?? 0;
let methodId = "";
async function method(): Promise<{ version: number; input: MethodInput }> {
  const found = await findShippingMethod(first.method_id);
  if (!found) throw new Error("no method");
  const { id: _id, excluded_products: _names, rates: _rates, version, ...input } = found;
  return { version, input };
}
const versionOf = async (zone_id: string) =>
  (await listRates()).find((row) => row.zone_id === zone_id)?.version ?? 0;
const all = { zone_id: null, method_id: null, percent: 10, rounding: 500 };

const aClass = { slug: "rapuh", name: { id: "Rapuh", en: "Fragile" } };

const zoneFacts = "cash_on_delivery id name position serviceable";
const postcodeFacts = "first_code last_code zone_id";
const methodFacts =
  "enabled fallback id max_weight_grams min_weight_grams name position source step_grams volumetric_divisor";
const rateFacts = "first_kg flat_price max_days method_id min_days next_kg percent pricing zone_id";
const classFacts = "built_in name position slug";
const ofFirst = about("shipping_zone", () => first.zone_id);
const ofZone = about("shipping_zone", () => zoneId);
const ofMethod = about("shipping_method", () => first.method_id);
const ofNewMethod = about("shipping_method", () => methodId);
const ofClass = about("shipping_class", aClass.slug);

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a first delivery",
    useCase: "startDelivery",
    run: async () => {
      const started = await startDelivery(admin, {
        name: { id: "Biasa", en: "Usual" },
        courier: "JNE",
        service: "REG",
        rate: rate("10.000"),
      });
      if (started.ok) first = started.value;
      return started;
    },
    entries: [
      ofFirst("shipping_zones.created", zoneFacts),
      ofFirst("shipping_zone_regions.created", "zone_id"),
      ofMethod("shipping_methods.created", `courier ${methodFacts} service`),
      ofMethod("shipping_rates.created", rateFacts),
    ],
  },
  {
    name: "a new zone",
    useCase: "saveZone",
    run: async () => {
      const saved = await saveZone(admin, null, zone, []);
      if (saved.ok) zoneId = saved.value.id;
      return saved;
    },
    entries: [
      ofZone("shipping_zones.created", zoneFacts),
      ofZone("shipping_zone_regions.created", "region_code zone_id"),
      ofZone("shipping_zone_postcodes.created", postcodeFacts),
    ],
  },
  {
    name: "a zone with another name, other regions and other postcodes",
    useCase: "saveZone",
    run: async () =>
      saveZone(
        admin,
        { id: zoneId, version: await zoneVersion() },
        {
          ...zone,
          name: { id: "Cimahi", en: "Cimahi" },
          regions: ["3277"],
          postcodes: [{ first_code: "40511", last_code: "40519" }],
        },
        [],
      ),
    entries: [
      ofZone("shipping_zones.changed", "name"),
      ofZone("shipping_zone_regions.deleted", "region_code zone_id"),
      ofZone("shipping_zone_regions.created", "region_code zone_id"),
      ofZone("shipping_zone_postcodes.deleted", postcodeFacts),
      ofZone("shipping_zone_postcodes.created", postcodeFacts),
    ],
    again: true,
  },
  {
    name: "a zone before another",
    useCase: "moveSetting",
    run: () => moveSetting(admin, "shipping_zones", zoneId, 0),
    entries: [
      ofZone("shipping_zones.changed", "position"),
      ofFirst("shipping_zones.changed", "position"),
    ],
    again: true,
  },
  {
    name: "a class of goods",
    useCase: "saveClass",
    run: () => saveClass(admin, null, aClass),
    entries: [ofClass("shipping_classes.created", classFacts)],
  },
  {
    name: "the same class",
    useCase: "saveClass",
    run: () => saveClass(admin, 1, aClass),
    entries: [],
  },
  {
    name: "a method for a class and without a category",
    useCase: "saveMethod",
    run: async () => {
      const { version, input } = await method();
      const [category] = await asSeed()<{ id: string }[]>`select id from categories limit 1`;
      return saveMethod(
        admin,
        { id: first.method_id, version },
        {
          ...input,
          service: "YES",
          classes: ["rapuh"],
          excluded_category_ids: [category?.id ?? ""],
        },
      );
    },
    entries: [
      ofMethod("shipping_methods.changed", "service"),
      ofMethod("shipping_method_classes.created", "class method_id"),
      ofMethod("shipping_method_excluded_categories.created", "category_id method_id"),
    ],
    again: true,
  },
  {
    name: "a new method",
    useCase: "saveMethod",
    run: async () => {
      const { input } = await method();
      const saved = await saveMethod(admin, null, {
        ...input,
        name: { id: "Ambil", en: "Pick-up" },
        source: "pickup",
        courier: "",
        service: "",
        classes: [],
        excluded_category_ids: [],
      });
      if (saved.ok) methodId = saved.value.id;
      return saved;
    },
    entries: [ofNewMethod("shipping_methods.created", methodFacts)],
  },
  {
    name: "a method that goes",
    useCase: "deleteMethod",
    run: async () =>
      deleteMethod(admin, methodId, (await findShippingMethod(methodId))?.version ?? 0),
    entries: [ofNewMethod("shipping_methods.deleted", methodFacts)],
    again: true,
  },
  {
    name: "the prices of a zone for another",
    useCase: "copyRates",
    run: () => copyRates(admin, first.zone_id, zoneId, true),
    entries: [ofMethod("shipping_rates.created", rateFacts)],
    again: true,
  },
  {
    name: "another price",
    useCase: "saveRate",
    run: async () =>
      saveRate(
        admin,
        { method_id: first.method_id, zone_id: zoneId },
        await versionOf(zoneId),
        rate("12.000"),
      ),
    entries: [ofMethod("shipping_rates.changed", "flat_price")],
    again: true,
  },
  {
    name: "what a change of all prices would do",
    useCase: "changeRates",
    run: () => changeRates(admin, all, null),
    entries: [],
    again: true,
  },
  {
    name: "all prices, ten percent higher",
    useCase: "changeRates",
    run: async () => changeRates(admin, all, await listRates()),
    entries: [
      ofMethod("shipping_rates.changed", "flat_price"),
      ofMethod("shipping_rates.changed", "flat_price"),
    ],
  },
  {
    name: "a price that goes",
    useCase: "deleteRate",
    run: async () =>
      deleteRate(admin, { method_id: first.method_id, zone_id: zoneId }, await versionOf(zoneId)),
    entries: [ofMethod("shipping_rates.deleted", rateFacts)],
    again: true,
  },
  {
    name: "a zone that goes",
    useCase: "deleteZone",
    run: async () => deleteZone(admin, zoneId, await zoneVersion()),
    entries: [
      ofZone("shipping_zones.deleted", zoneFacts),
      ofZone("shipping_zone_regions.deleted", "region_code zone_id"),
      ofZone("shipping_zone_postcodes.deleted", postcodeFacts),
    ],
    again: true,
  },
  {
    name: "a method without a class",
    useCase: "saveMethod",
    run: async () => {
      const { version, input } = await method();
      return saveMethod(admin, { id: first.method_id, version }, { ...input, classes: [] });
    },
    entries: [ofMethod("shipping_method_classes.deleted", "class method_id")],
    again: true,
  },
  {
    name: "a class that no method has",
    useCase: "deleteClass",
    run: () => deleteClass(admin, "rapuh"),
    entries: [ofClass("shipping_classes.deleted", classFacts)],
    again: true,
  },
];

test("each act on zones, methods and prices of delivery leaves exactly its entries", () =>
  expectEntries(admin, acts));

test("every use case that writes zones, methods or prices of delivery is one of these acts", () =>
  expectEveryUseCase(/^settings\/shipping\/(?!couriers|hours|origin)/, acts));
