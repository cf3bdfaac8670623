import { languageOf } from "#app/language.ts";
import { listPaymentMethods } from "#shop/settings/payment-methods/methods.server.ts";

/** The payment methods of the shop by id and name, in the language of the page. */
export function namePayments(url: URL): readonly { readonly id: string; readonly name: string }[] {
  return listPaymentMethods(languageOf(url.pathname)).map(({ id, name }) => ({ id, name }));
}
