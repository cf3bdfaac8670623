import { createContext, use } from "react";
import type { Merchant } from "#shop/merchant/merchant.ts";

/** When not even the root of a page could be read. */
export const nobody: Merchant = {
  name: "",
  legalName: "",
  street: "",
  city: "",
  email: "",
  whatsapp: "",
  hours: { id: "", en: "" },
};

/** Who sells; the root layout takes it from what the server has read. */
export const MerchantContext = createContext<Merchant>(nobody);

export function useMerchant(): Merchant {
  return use(MerchantContext);
}
