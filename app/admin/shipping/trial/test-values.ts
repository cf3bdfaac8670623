import type { FoundVariant } from "#shop/orders/cart/test-cart.server.ts";

/** What the fields of the test hold; their names begin with `test.`. */
export interface TestValues {
  readonly place: string;
  readonly samples: boolean;
  readonly kind: "products" | "weight" | "order";
  readonly q: string;
  /** Variants in the cart with their quantities as typed. */
  readonly picked: readonly (FoundVariant & { readonly quantity: string })[];
  readonly found: readonly FoundVariant[] | null;
  readonly weight: string;
  readonly goods: string;
  readonly order: string;
  readonly payment: string;
}

export const emptyTestValues: TestValues = {
  place: "",
  samples: false,
  kind: "weight",
  q: "",
  picked: [],
  found: null,
  weight: "1.000",
  goods: "100.000",
  order: "",
  payment: "",
};
