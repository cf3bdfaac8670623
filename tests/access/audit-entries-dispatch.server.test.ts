import { beforeAll, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { deleteCourier, saveCourier } from "#shop/settings/shipping/couriers.server.ts";
import {
  deleteClosure,
  readHours,
  saveClosure,
  saveHours,
} from "#shop/settings/shipping/hours.server.ts";
import { readOrigin, saveOrigin } from "#shop/settings/shipping/origin.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
let admin: Person;
beforeAll(async () => {
  admin = await actingAdmin();
  await asSeed()`delete from shop_closures`;
  await asSeed()`update shop_settings set observes_national_holidays = true`;
});

const courier = { code: "UJI", name: "Kurir uji", tracking_url: "" };
const hours = async () => {
  const { cutoffs, observes_national_holidays: national } = await readHours();
  return { cutoffs, national };
};
const closure = { from_day: "2040-01-01", to_day: "2040-01-03", text: { id: "Libur", en: "" } };
let closureId = "";
async function onlyClosure() {
  const [found] = (await readHours()).closures;
  if (!found) throw new Error("no closure");
  closureId = found.id;
  return found;
}

const ofCourier = about("courier", courier.code);
const ofClosure = about("shop_closure", () => closureId);
const ofSettings = about("settings", "true");

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a courier",
    useCase: "saveCourier",
    run: () => saveCourier(admin, null, courier),
    entries: [ofCourier("couriers.created", "code name")],
  },
  {
    name: "the same courier",
    useCase: "saveCourier",
    run: () => saveCourier(admin, 1, courier),
    entries: [],
  },
  {
    name: "a courier that goes",
    useCase: "deleteCourier",
    run: () => deleteCourier(admin, "UJI"),
    entries: [ofCourier("couriers.deleted", "code name")],
    again: true,
  },
  {
    name: "hours of Sunday and national holidays",
    useCase: "saveHours",
    run: async () => {
      const before = await hours();
      const cutoffs = [10, ...before.cutoffs.slice(1)];
      return saveHours(admin, before, { cutoffs, national: false });
    },
    entries: [
      ["cutoffs.changed", "cutoff", "0", "hour"],
      ofSettings("shop_settings.changed", "observes_national_holidays"),
    ],
    again: true,
  },
  {
    name: "days without shipping",
    useCase: "saveClosure",
    run: async () => {
      const saved = await saveClosure(admin, null, closure);
      await onlyClosure();
      return saved;
    },
    entries: [ofClosure("shop_closures.created", "from_day id text to_day")],
  },
  {
    name: "one day fewer",
    useCase: "saveClosure",
    run: async () => saveClosure(admin, await onlyClosure(), { ...closure, to_day: "2040-01-02" }),
    entries: [ofClosure("shop_closures.changed", "to_day")],
    again: true,
  },
  {
    name: "days that ship after all",
    useCase: "deleteClosure",
    run: () => deleteClosure(admin, closureId),
    entries: [ofClosure("shop_closures.deleted", "from_day id text to_day")],
    again: true,
  },
  {
    name: "where shipments leave from",
    useCase: "saveOrigin",
    run: async () => saveOrigin(admin, (await readOrigin()).code, "327302"),
    entries: [ofSettings("shop_settings.changed", "origin_region_code")],
    again: true,
  },
];

test("each act on couriers, hours and the place of dispatch leaves exactly its entries", () =>
  expectEntries(admin, acts));

test("every use case that writes couriers, hours or the place of dispatch is one of these acts", () =>
  expectEveryUseCase(/^settings\/shipping\/(couriers|hours|origin)/, acts));
