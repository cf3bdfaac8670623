import { readText } from "#app/admin/kit/form/form-values.ts";
import type { TestValues } from "#app/admin/shipping/trial/test-values.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  type DeliveryTest,
  type ExplainedDelivery,
  explainDelivery,
} from "#shop/orders/cart/explain-delivery.server.ts";
import {
  findOrderToTest,
  findVariants,
  nameVariants,
  type OrderToTest,
} from "#shop/orders/cart/test-cart.server.ts";
import { findPlace } from "#shop/settings/shipping/find-place.server.ts";
import { samplePlaces } from "#shop/settings/shipping/sample-places.ts";
import type { UnsavedSetting } from "#shop/settings/shipping/unsaved-setting.server.ts";

export interface TestAnswer {
  readonly values: TestValues;
  readonly problem?: string;
  readonly explained?: ExplainedDelivery;
  /** What the tested order is stored with. */
  readonly stored?: Pick<OrderToTest, "number" | "shipping_name" | "shipping">;
}

const maxQuantity = 99;
const maxLines = 50;

async function readTestValues(
  form: FormData,
  isFinding: boolean,
  language: Language,
): Promise<TestValues> {
  const text = (name: string) => readText(form, `test.${name}`).trim();
  const ids = [...new Set(form.getAll("test.pick").map(String))].filter(isUuid).slice(0, maxLines);
  const [named, hits] = await Promise.all([
    nameVariants(ids, language),
    isFinding ? findVariants(text("q"), language) : null,
  ]);
  const kind = text("kind");
  return {
    place: text("place"),
    samples: text("samples") === "on",
    kind: kind === "products" || kind === "order" ? kind : "weight",
    q: text("q"),
    picked: named.map((variant) => ({
      ...variant,
      quantity: readText(form, `test.quantity.${variant.id}`) || "1",
    })),
    found: hits === null ? null : hits.filter(({ id }) => !ids.includes(id)),
    weight: text("weight"),
    goods: text("goods"),
    order: text("order"),
    payment: text("payment"),
  };
}

/** Runs the test of a form, or searches its products; with an unsaved setting both before and after it. */
export async function answerTest(
  actor: Person,
  form: FormData,
  unsaved: UnsavedSetting | null,
  language: Language,
): Promise<TestAnswer> {
  const isFinding = form.get("intent") === "test-find";
  const values = await readTestValues(form, isFinding, language);
  if (isFinding) return { values };
  const order = values.kind === "order" ? await findOrderToTest(values.order) : undefined;
  const cart = order ? { lines: order.lines } : readCart(values);
  if (typeof cart === "string") return { values, problem: cart };
  if ("lines" in cart && cart.lines.length === 0) return { values, problem: "order_without_lines" };
  const places = await readPlaces(values, order);
  if (typeof places === "string") return { values, problem: places };
  const test: DeliveryTest = { places, cart, payment_method: values.payment || null };
  const explained = await explainDelivery(actor, test, unsaved, language);
  if (!explained.ok) return { values, problem: explained.problem };
  return {
    values,
    explained: explained.value,
    ...(order ? { stored: order } : {}),
  };
}

/** The cart, or a problem's code. */
function readCart(values: TestValues): DeliveryTest["cart"] | string {
  const numberOf = (text: string) => {
    const digits = text.replaceAll(".", "");
    return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
  };
  if (values.kind === "order") return "order_not_found";
  if (values.kind === "products") {
    const lines = values.picked.map(({ id, quantity }) => ({
      variant_id: id,
      quantity: numberOf(quantity) ?? 0,
    }));
    if (lines.some(({ quantity }) => quantity < 1 || quantity > maxQuantity)) {
      return "number_invalid";
    }
    return lines.length === 0 ? "products_missing" : { lines };
  }
  const weight_grams = numberOf(values.weight);
  const goods = numberOf(values.goods || "0");
  if (weight_grams === undefined || goods === undefined) return "number_invalid";
  return { weight_grams, goods };
}

/** Region codes, or a problem's code. */
async function readPlaces(
  values: TestValues,
  order: OrderToTest | undefined,
): Promise<readonly string[] | string> {
  if (values.samples) return samplePlaces;
  if (values.place === "") return order ? [order.region_code] : "place_missing";
  const code = await findPlace(values.place);
  return code === undefined ? "place_not_found" : [code];
}
