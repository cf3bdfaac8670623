import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type DraftContent, type DraftForm, type DraftSource, draftSources } from "./draft.ts";

/** The form of a new draft with the goods, the buyer and the address of an order. */
export interface CopiedOrder {
  readonly number: string;
  readonly form: DraftForm;
  /** Names of lines that a draft cannot have: with a design, or no longer in the catalogue. */
  readonly skipped: readonly string[];
}

interface Row {
  number: string;
  source: string;
  recipient: string;
  phone: string;
  email: string;
  language: Language;
  account_id: string | null;
  is_pickup: boolean;
  method_id: string | null;
  address: Partial<
    Record<"street" | "landmark" | "region_code" | "region_name" | "postal_code", string>
  >;
  note: string;
  promo_codes: string[];
  /** The content of the draft that the order was made from. */
  draft: DraftContent | null;
  lines: {
    variant_id: string | null;
    label: string;
    name: string;
    sku: string;
    quantity: number;
    unit_price: number;
    weight_grams: number;
    tax_class: string;
    is_designed: boolean;
    is_sold: boolean;
  }[];
}

/**
 * Staff: an order as a new draft at today's prices, without its promotions and discounts. Gifts of promotions are left out.
 * Nothing is stored. Undefined for an unknown order, for a supplement, and without the permissions.
 */
export async function copyOrder(actor: Person, id: string): Promise<CopiedOrder | undefined> {
  const order = await readOrder(actor, id);
  return order && copyOf(order, (line) => (line.is_sold ? lineOf(line, "") : null));
}

/**
 * Staff: an unpaid order as a draft that replaces it, with the order's prices, codes, discount and note. Nothing is stored.
 * Undefined as for `copyOrder`, without `orders.cancel`, and for an order with a design.
 */
export async function copyToReplace(actor: Person, id: string): Promise<CopiedOrder | undefined> {
  const order = may(actor, "orders.cancel") ? await readOrder(actor, id) : undefined;
  if (!order || order.lines.some(({ is_designed }) => is_designed)) return undefined;
  const { number, skipped, form } = copyOf(order, (line) => lineOf(line, String(line.unit_price)));
  const { promo_codes, note, draft } = order;
  const discount = draft?.discount && { ...draft.discount, value: String(draft.discount.value) };
  const price = draft?.shipping_price && {
    ...draft.shipping_price,
    amount: String(draft.shipping_price.amount),
  };
  const agreed = { discount: discount ?? null, shipping_price: price ?? null };
  return { number, skipped, form: { ...form, promo_codes, note, ...agreed } };
}

function copyOf(
  order: Row,
  read: (line: Row["lines"][number]) => DraftForm["lines"][number] | null,
): CopiedOrder {
  const lines = order.lines.map(read);
  return {
    number: order.number,
    form: formOfOrder(
      order,
      lines.filter((line) => line !== null),
    ),
    skipped: order.lines.filter((_, index) => lines[index] === null).map(({ label }) => label),
  };
}

async function readOrder(actor: Person, id: string): Promise<Row | undefined> {
  if (!may(actor, "orders.draft") || !may(actor, "orders.read") || !isUuid(id)) return undefined;
  const [order] = await asShop()<Row[]>`
    select o.number, o.source, o.recipient, o.phone, o.email, o.language, o.address, o.note,
      (select d.content from order_drafts d where d.order_id = o.id) as draft,
      array(select p.code from order_promos p where p.order_id = o.id and p.code <> '' order by p.code) as promo_codes,
      (select u.id from auth.users u where u.id = o.customer_id and u.deleted_at is null and not u.is_anonymous) as account_id,
      coalesce(o.shipping_quote ->> 'source' = 'pickup', false) as is_pickup,
      (select m.id from shipping_methods m where m.id = o.shipping_method_id and m.enabled) as method_id, (
        select coalesce(json_agg(json_build_object('variant_id', v.id, 'label', concat_ws(', ', l.name, nullif(l.options, '')),
          'name', l.name, 'sku', l.sku, 'quantity', l.quantity, 'unit_price', l.unit_price,
          'weight_grams', l.weight_grams, 'tax_class', l.tax_class, 'is_designed', exists (
            select from customisations c where c.order_line_id = l.id),
          'is_sold', l.variant_id is null or coalesce(not v.archived, false) and exists (
            select from products p where p.id = v.product_id and p.status = 'published')) order by l.position), '[]')
        from order_lines l left join product_variants v on v.id = l.variant_id
        where l.order_id = o.id and not l.is_gift
      ) as lines
    from orders o where o.id = ${id} and o.supplement_of is null and o.number is not null`;
  return order;
}

/** @param price whole rupiah of a piece, as text. Empty: the catalogue's price. */
function lineOf(line: Row["lines"][number], price: string): DraftForm["lines"][number] | null {
  if (line.is_designed) return null;
  const quantity = String(line.quantity);
  if (line.variant_id !== null) {
    const label = line.label.slice(0, 300);
    return { kind: "variant", variant_id: line.variant_id, label, quantity, price };
  }
  if (line.sku !== "-") return null;
  return {
    kind: "custom",
    name: line.name.slice(0, 120),
    quantity,
    price: String(line.unit_price),
    weight_grams: line.weight_grams === 0 ? "" : String(line.weight_grams),
    tax_class: line.tax_class === "exempt" ? "exempt" : "goods",
  };
}

function formOfOrder(order: Row, lines: DraftForm["lines"]): DraftForm {
  const { recipient, phone, email, language, account_id, is_pickup, method_id, address } = order;
  const {
    street = "",
    landmark = "",
    region_code = "",
    region_name = "",
    postal_code = "",
  } = address;
  const hasPlace = !is_pickup && /^\d{10}$/.test(region_code);
  const source: DraftSource = draftSources.find((name) => name === order.source) ?? "whatsapp";
  return {
    source,
    buyer: { name: recipient.slice(0, 80), phone, email, account_id, language },
    lines,
    promo_codes: [],
    discount: null,
    is_pickup,
    address: hasPlace ? { street, landmark, region_code, region_name, postal_code } : null,
    shipping_method_id: is_pickup ? null : method_id,
    shipping_price: null,
    note: "",
    staff_note: "",
  };
}
