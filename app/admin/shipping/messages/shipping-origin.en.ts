import { counted } from "#base/plural.ts";
import type { id } from "./shipping-origin.id.ts";

export const en: typeof id = {
  lead: "Where couriers collect shipments. Couriers with live prices compute from here, and tracking numbers are asked for with its postcode.",
  current: "Origin now",
  none: "Not set. Without it, buyers see no live courier prices.",
  search: "Search district, village or postcode",
  searchHint: "Type at least three letters, e.g. “Sumur Bandung” or 40111.",
  find: "Search",
  found: (count) => counted(count, "region found", "regions found"),
  notFound: "No such district or village. Check the spelling.",
  choose: "Choose the origin",
  save: "Save origin",
  chooseFirst: "Choose a region first.",
};
