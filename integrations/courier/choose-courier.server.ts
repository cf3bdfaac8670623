import type { CourierSettings } from "#base/courier-config.ts";
import { biteship } from "./biteship.server.ts";
import { builtinCourier } from "./builtin-courier.ts";
import type { CourierRates } from "./courier.ts";
import { rajaOngkir } from "./rajaongkir.server.ts";
import { findRegionPlace } from "./region-place.server.ts";

/** The courier that the settings name. */
export function chooseCourier(settings: CourierSettings): CourierRates {
  switch (settings.name) {
    case "builtin":
      return builtinCourier;
    case "rajaongkir":
      return rajaOngkir(settings, findRegionPlace);
    case "biteship":
      return biteship(settings, findRegionPlace);
  }
}
