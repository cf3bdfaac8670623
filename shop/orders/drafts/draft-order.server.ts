import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { type Actor, type Person, visitor } from "#shop/kernel/access.ts";
import type { CartInput } from "#shop/orders/cart/cart.ts";
import type { StaffSale } from "#shop/orders/cart/staff-sale.ts";
import type { Recipient } from "#shop/orders/checkout/recipient.ts";
import type { DraftContent } from "./draft.ts";

/** A region with the texts of an address. */
interface Place {
  readonly region_code: string;
  readonly region_name: string;
  readonly postal_code: string;
}

/** A draft as a cart to price. A pickup order goes to the shop's own region. */
export async function cartOfDraft(
  sql: Sql,
  content: DraftContent,
): Promise<CartInput & { readonly staff: StaffSale }> {
  const method = content.is_pickup ? await pickupMethod(sql) : content.shipping_method_id;
  const place = await placeOf(sql, content);
  const products = content.lines.flatMap((line) => (line.kind === "variant" ? [line] : []));
  return {
    lines: products.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
    promo_codes: content.promo_codes,
    ...(place ? { region_code: place.region_code } : {}),
    ...(method ? { shipping_method_id: method } : {}),
    staff: {
      contact: { email: content.buyer.email ?? "", phone: content.buyer.phone ?? "" },
      prices: products.map(({ price }) => price),
      custom: content.lines.flatMap((line) =>
        line.kind === "custom" ? [{ ...line, unit_price: line.price }] : [],
      ),
      discount: content.discount,
      shipping: content.shipping_price?.amount ?? null,
    },
  };
}

/** The recipient of the order. Undefined without an address. */
export async function recipientOfDraft(
  sql: Sql,
  content: DraftContent,
  language: Language,
): Promise<Recipient | undefined> {
  const place = await placeOf(sql, content);
  if (!place) return undefined;
  const { buyer, address, is_pickup } = content;
  return {
    recipient: buyer.name || counterBuyer[language],
    phone: buyer.phone ?? "",
    email: buyer.email ?? "",
    street: is_pickup ? "" : (address?.street ?? ""),
    landmark: is_pickup ? "" : (address?.landmark ?? ""),
    label: "other",
    ...place,
  };
}

/** The recipient in a sale at the counter without a name. */
const counterBuyer: Readonly<Record<Language, string>> = {
  id: "Pembeli kasir",
  en: "Counter customer",
};

/**
 * The buyer's account, else a new guest account, so that late payments, refunds, erasure and claims by accounts work
 * as for a guest's order.
 * @param earlierBuyer the buyer of the replaced order; used instead of a new guest account if it is a guest
 */
export async function buyerOfDraft(
  sql: Sql,
  content: DraftContent,
  earlierBuyer?: string,
): Promise<Person> {
  const [account] = await sql<{ id: string }[]>`
    select id from auth.users where id = ${content.buyer.account_id} and deleted_at is null for key share`;
  const [guest] = account
    ? [account]
    : await sql<{ id: string }[]>`select coalesce((
        select id from auth.users where id = ${earlierBuyer ?? null}::uuid and is_anonymous), private.make_guest()) as id`;
  if (!guest) throw new Error("no guest account was made");
  return {
    kind: "person",
    id: guest.id,
    role: "CUSTOMER",
    email: undefined,
    permissions: [],
    claims: {},
  };
}

async function placeOf(sql: Sql, content: DraftContent): Promise<Place | undefined> {
  if (!content.is_pickup) {
    const { address } = content;
    if (!address) return undefined;
    // The form contains the search label, which is shortened and ends with the postal code.
    const [region] = await sql<{ full_name: string }[]>`
      select full_name from regions where code = ${address.region_code}`;
    return { ...address, region_name: region?.full_name ?? address.region_name };
  }
  const [origin] = await sql<Place[]>`
    select origin_region_code as region_code, coalesce(r.full_name, r.name, '') as region_name,
      coalesce(r.postal_code, '') as postal_code
    from shop_settings left join regions r on r.code = origin_region_code`;
  return origin;
}

async function pickupMethod(sql: Sql): Promise<string | undefined> {
  const [method] = await sql<{ id: string }[]>`
    select id from shipping_methods where source = 'pickup' and enabled order by position, id limit 1`;
  return method?.id;
}

/** The buyer's account as an actor, because promotions can be limited to groups of accounts. */
export function buyerAsActor({ buyer: { account_id } }: DraftContent): Actor {
  if (account_id === null) return visitor;
  return {
    kind: "person",
    id: account_id,
    role: "CUSTOMER",
    email: undefined,
    permissions: [],
    claims: {},
  };
}
