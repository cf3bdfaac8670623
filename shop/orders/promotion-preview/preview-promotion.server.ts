import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person, visitor } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { QuoteInput } from "#shop/orders/cart/cart.ts";
import { type Evaluation, evaluateCart } from "#shop/orders/cart/quote-cart.server.ts";
import { whyNotLines } from "#shop/promotions/discount.ts";
import {
  type PromotionWarning,
  promotionWarnings,
} from "#shop/promotions/editor/promotion-warnings.ts";
import { readPromotionNames } from "#shop/promotions/editor/read-promotion-names.server.ts";
import { whyNotNow } from "#shop/promotions/eligibility.ts";
import { labelOf, type PromoProblem, type Promotion } from "#shop/promotions/promotion.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import type { PreviewInput } from "./preview-input.ts";
import { type SampleProblem, sampleLines } from "./sample-lines.server.ts";

interface PreviewSum {
  readonly goods: Rupiah;
  /** Null where nothing can be delivered. */
  readonly shipping: Rupiah | null;
  readonly total: Rupiah;
}

export interface PromotionPreview {
  readonly lines: readonly {
    readonly name: string;
    readonly options: string;
    readonly quantity: number;
    readonly is_gift: boolean;
    /** What the line costs without the promotion and with it; a gift is not in the cart without it. */
    readonly before: Rupiah | null;
    readonly after: Rupiah;
  }[];
  readonly before: PreviewSum;
  readonly after: PreviewSum;
  /** What this promotion takes off. */
  readonly discount: Rupiah;
  /** Other promotions that apply beside it. */
  readonly beside: readonly { readonly label: string; readonly discount: Rupiah }[];
  /** Promotions that would apply without it and give way. */
  readonly beaten: readonly { readonly label: string; readonly discount: Rupiah }[];
  /** Why it takes nothing off this cart. */
  readonly problem: PromoProblem | null;
  readonly warnings: readonly PromotionWarning[];
  /** Names of automatic promotions that discount the same at the same time. */
  readonly overlaps: readonly string[];
}

/**
 * Prices a sample cart without and with a promotion as typed, by the function that prices every cart. The buyer fits the
 * promotion: one of its customers, in its region, paying its way, while it runs. Nothing is stored.
 */
export async function previewPromotion(
  actor: Person,
  { id, after: fields, sample }: PreviewInput,
  language: Language,
): Promise<Result<PromotionPreview, SampleProblem>> {
  if (!may(actor, "promos.read")) return fail("not_permitted");
  const lines = await sampleLines(actor, sample);
  if (!lines.ok) return lines;
  const draft = await promotionOf(id, fields, language);
  const cart = await fittingCart({ lines: [...lines.value] }, id, fields, language);
  const [before, after, overlaps] = await Promise.all([
    evaluate(cart, { without: id, draft: null }, language),
    evaluate(cart, { without: id, draft }, language),
    findOverlaps(id, fields, language),
  ]);
  return ok({
    ...compare(before, after, draft, cart),
    warnings: promotionWarnings(fields, overlaps.length),
    overlaps,
  });
}

const evaluate = (
  cart: QuoteInput,
  trial: { without: string; draft: Promotion | null },
  language: Language,
) => evaluateCart(asShop(), visitor, cart, language, dateNow(), undefined, trial);

/** The promotion as pricing sees it, as if it were running and the buyer were one of its customers. */
export async function promotionOf(
  id: string,
  fields: PromotionFields,
  language: Language,
): Promise<Promotion> {
  const { codes, name, group_ids: _, emails: __, ...rules } = fields;
  const [names, [stored]] = await Promise.all([
    readPromotionNames([fields]),
    asShop()<{ used: number; spent: number }[]>`
      select used, spent from promotions where id = ${id}`,
  ]);
  const label = name[language] || name.id;
  return {
    ...rules,
    id,
    code: fields.automatic ? null : (codes[0] ?? label),
    name: label,
    region_names: fields.region_codes.map((code) => names.regions[code] ?? code),
    audience: "everyone",
    enabled: true,
    starts_at: null,
    ends_at: null,
    used: stored?.used ?? 0,
    spent: stored?.spent ?? 0,
    was_active: false,
    is_code_used: false,
    used_by_customer: 0,
    orders_of_customer: 0,
  };
}

/** The cart with a destination and a payment method that the promotion allows, and the cheapest delivery. */
async function fittingCart(
  cart: QuoteInput,
  id: string,
  fields: PromotionFields,
  language: Language,
): Promise<QuoteInput> {
  const [region] = await asShop()<{ code: string }[]>`
    select coalesce(
      (select r.code from regions r
        where length(r.code) = 10 and r.code like ${fields.region_codes[0] ?? ""}::text || '%' and ${fields.region_codes.length > 0}
        order by r.code limit 1),
      (select origin_region_code from shop_settings)) as code`;
  const [method] = fields.payment_methods;
  const there: QuoteInput = {
    ...cart,
    ...(region?.code ? { region_code: region.code } : {}),
    ...(method ? { payment_method: method } : {}),
  };
  const { quote } = await evaluate(there, { without: id, draft: null }, language);
  const [cheapest] = quote.shipping_options
    .filter(({ is_pickup }) => !is_pickup)
    .toSorted((a, b) => a.price - b.price);
  return cheapest ? { ...there, shipping_method_id: cheapest.id } : there;
}

function compare(
  before: Evaluation,
  after: Evaluation,
  draft: Promotion,
  cart: QuoteInput,
): Omit<PromotionPreview, "warnings" | "overlaps"> {
  const own = after.priced.promos.find(({ promotion }) => promotion.id === draft.id);
  const others = (evaluation: Evaluation) =>
    evaluation.priced.promos
      .filter(({ promotion, discount }) => promotion.id !== draft.id && discount > 0)
      .map(({ promotion, discount }) => ({
        id: promotion.id,
        label: labelOf(promotion),
        discount,
      }));
  const beside = others(after);
  const beaten = others(before).filter(({ id }) => !beside.some((other) => other.id === id));
  const shown = ({ label, discount }: { label: string; discount: Rupiah }) => ({ label, discount });
  const discount = own?.discount ?? 0;
  return {
    lines: after.quote.lines.map((line, index) => ({
      name: line.name,
      options: line.options,
      quantity: line.quantity,
      is_gift: line.is_gift,
      before: line.is_gift ? null : (before.quote.lines[index]?.total ?? null),
      after: line.total,
    })),
    before: sumOf(before),
    after: sumOf(after),
    discount,
    beside: beside.map(shown),
    beaten: beaten.map(shown),
    problem: discount > 0 ? null : whyNothing(after, draft, cart),
  };
}

function sumOf({ quote }: Evaluation): PreviewSum {
  return { goods: quote.subtotal - quote.discount, shipping: quote.shipping, total: quote.total };
}

/** The reason that pricing gives for a code; for an automatic promotion the first rule that the cart does not meet. */
function whyNothing(after: Evaluation, draft: Promotion, cart: QuoteInput): PromoProblem | null {
  const refused = after.priced.promo_problems.find(({ promotion }) => promotion.id === draft.id);
  if (refused) return refused.problem;
  const bought = after.priced.lines.filter(({ gift }) => gift === null);
  const circumstances = {
    now: dateNow(),
    region_code: after.destination?.region_code ?? null,
    payment_method: cart.payment_method ?? null,
  };
  return (
    whyNotNow(draft, circumstances) ??
    whyNotLines(
      draft,
      bought.map(({ line }) => line),
      bought.map(({ line }) => line.unit_price * line.quantity),
    ) ??
    null
  );
}

/** Overlapping promotions that the builder names. */
const maxOverlaps = 3;

/** Other automatic promotions of the same class that run at the same time on some of the same goods. */
async function findOverlaps(
  id: string,
  fields: PromotionFields,
  language: Language,
): Promise<string[]> {
  const { category_ids, product_ids } = fields;
  const isEverything = category_ids.length + product_ids.length === 0;
  const rows = await asShop()<{ name: string }[]>`
    select coalesce(nullif(p.name ->> ${language}, ''), p.name ->> 'id') as name
    from promotions p cross join shop_settings s
    where p.automatic and p.enabled and p.id <> ${id} and p.class = ${fields.class}
      and coalesce(p.ends_at, 'infinity') >= greatest(now(), coalesce(${fields.starts_at}::timestamp at time zone s.time_zone, now()))
      and coalesce(p.starts_at, '-infinity') <= coalesce(${fields.ends_at}::timestamp at time zone s.time_zone, 'infinity')
      and (${isEverything}
        or (p.product_ids = '{}' and not exists (
          select from promotion_categories c where c.promotion_id = p.id and c.use = 'included'))
        or p.product_ids && ${[...product_ids]}::uuid[]
        or exists (select from promotion_categories c
          join categories own on own.id = c.category_id
          join categories other on other.id = any (${[...category_ids]}::uuid[])
          where c.promotion_id = p.id and c.use = 'included' and (own.path @> array[other.id] or other.path @> array[own.id])))
    order by p.priority desc, p.id limit ${maxOverlaps}`;
  return rows.map(({ name }) => name);
}
