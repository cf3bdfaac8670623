import { createContext, useContext } from "react";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { Merchant } from "#shop/settings/merchant/merchant.ts";

/** When not even the root of a page could be read. */
export const nobody: Merchant = {
  name: "",
  legalName: "",
  street: "",
  city: "",
  email: "",
  whatsapp: "",
  hours: { id: "", en: "" },
  timeZone: "Asia/Jakarta",
  chargesPpn: false,
};

/** The merchant, set by the root layout from the server's data. */
export const MerchantContext = createContext<Merchant>(nobody);

export function useMerchant(): Merchant {
  return useContext(MerchantContext);
}

/** The shop's time zone, for every moment on a page. */
export function useShopZone(): ShopTimeZone {
  return useMerchant().timeZone;
}
