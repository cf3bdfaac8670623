import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { homeProducts } from "#shop/catalogue/catalogue.server.ts";
import type { ProductCard } from "#shop/catalogue/catalogue.ts";

export interface NotFoundData {
  readonly message: string;
  /** Something to go on with. */
  readonly popular: readonly ProductCard[];
}

/** To be thrown: the 404 of an unknown address or product. */
export async function pageNotFound({ pathname }: URL) {
  const popular = await homeProducts(languageOf(pathname)).then(
    ({ bestSellers }) => bestSellers.slice(0, 4),
    () => [],
  );
  const body: NotFoundData = { message: `Page not found: ${pathname}`, popular };
  return data(body, { status: 404, statusText: "Page Not Found" });
}
