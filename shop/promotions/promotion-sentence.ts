import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { type ShopTimeZone, shopTimeZones } from "#shop/kernel/time-zones.ts";
import type { PromoClass } from "./promotion.ts";
import type { PromotionFields } from "./promotion-input.ts";
import { promotionSentenceTexts } from "./promotion-sentence-texts.ts";

/** Names of what a promotion refers to by id or code. */
export interface PromotionNames {
  readonly products: Readonly<Record<string, LocalText>>;
  readonly categories: Readonly<Record<string, LocalText>>;
  readonly variants: Readonly<Record<string, LocalText>>;
  readonly groups: Readonly<Record<string, string>>;
  readonly regions: Readonly<Record<string, string>>;
  /** `provider:method` and, for a whole provider, `provider`. */
  readonly methods: Readonly<Record<string, LocalText>>;
}

type Texts = (typeof promotionSentenceTexts)[Language];

/** Lists name this many things; the others are counted. */
const maxNames = 3;

/**
 * What a promotion gives, to whom and until when, as one sentence without its final point: the benefit and its goods, the
 * conditions, then what it combines with. Unknown names are shown by their id.
 */
export function promotionSentence(
  fields: PromotionFields,
  names: PromotionNames,
  timeZone: ShopTimeZone,
  language: Language,
): string {
  const texts = promotionSentenceTexts[language];
  const sentence = [
    benefit(fields, names, texts, language),
    ...conditions(fields, names, timeZone, texts, language),
  ];
  const ends = [...(fields.automatic ? [texts.automatic] : []), combination(fields, texts)];
  return `${sentence.join(", ")}; ${ends.join("; ")}`;
}

function benefit(
  fields: PromotionFields,
  names: PromotionNames,
  texts: Texts,
  language: Language,
): string {
  const scope = goods(fields.category_ids, fields.product_ids, names, texts, language);
  const excluded = [
    ...goodsParts(
      fields.excluded_category_ids,
      fields.excluded_product_ids,
      names,
      texts,
      language,
    ),
    ...(fields.exclude_sale_items ? [texts.saleItems] : []),
  ];
  const except =
    excluded.length > 0 ? `, ${texts.except(list(excluded, texts.asWellAs, texts))}` : "";
  const withGoods = (benefits: string, whole = "") => {
    const condition = scope ? texts.ifBought(scope) : whole;
    return `${[benefits, condition].filter(Boolean).join(" ")}${except}`;
  };
  const off = (amount: string) => `${amount} ${texts.forGoods(scope || texts.everything)}${except}`;
  const get = fields.get_quantity ?? 1;
  switch (fields.type) {
    case "percent":
      return off(texts.percent(fields.value));
    case "fixed": {
      const amount = formatRupiah(fields.value);
      if (fields.allocation !== "each") return off(amount);
      return language === "id"
        ? off(texts.perPiece(amount))
        : `${texts.perPiece(amount)} ${texts.ofGoods(scope || texts.everything)}${except}`;
    }
    case "free_shipping":
      return withGoods(texts.freeShipping);
    case "fixed_shipping":
      return withGoods(texts.fixedShipping(formatRupiah(fields.value)));
    case "gift": {
      const gift = fields.gift_variant_id;
      const name = gift === null ? texts.noGift : textOf(names.variants[gift], gift, language);
      return withGoods(texts.gift(get, name));
    }
    case "buy_x_get_y": {
      const reward = goods(
        fields.reward_category_ids,
        fields.reward_product_ids,
        names,
        texts,
        language,
      );
      const bought = `${texts.buy(fields.buy_quantity ?? 1)}${scope ? ` ${texts.ofGoods(scope)}` : ""}`;
      const of = reward ? ` ${texts.ofGoods(reward)}` : "";
      const given =
        fields.value === 100
          ? texts.getFree(get, of)
          : texts.getCheaper(get, of, texts.percent(fields.value));
      return `${bought}, ${given}${except}`;
    }
  }
}

function conditions(
  fields: PromotionFields,
  names: PromotionNames,
  timeZone: ShopTimeZone,
  texts: Texts,
  language: Language,
): string[] {
  const parts: string[] = [];
  const { max_discount, min_subtotal, min_quantity, per_customer_limit, usage_limit, budget } =
    fields;
  if (max_discount !== null) parts.push(texts.atMost(formatRupiah(max_discount)));
  if (min_subtotal > 0) parts.push(texts.minSubtotal(formatRupiah(min_subtotal)));
  if (min_quantity > 0) parts.push(texts.minQuantity(min_quantity));
  if (fields.first_order_only) parts.push(texts.firstOrder);
  const people = [
    ...(fields.group_ids.length > 0
      ? [
          texts.groups(
            list(
              fields.group_ids.map((id) => names.groups[id] ?? id),
              texts.or,
              texts,
            ),
          ),
        ]
      : []),
    ...(fields.emails.length > 0 ? [texts.emails(fields.emails.length)] : []),
  ];
  if (people.length > 0) parts.push(texts.onlyFor(people.join(` ${texts.or} `)));
  if (fields.region_codes.length > 0) {
    const regions = fields.region_codes.map((code) => names.regions[code] ?? code);
    parts.push(texts.regions(list(regions, texts.or, texts)));
  }
  if (fields.payment_methods.length > 0) {
    const methods = fields.payment_methods.map((id) => textOf(names.methods[id], id, language));
    parts.push(texts.methods(list(methods, texts.or, texts)));
  }
  if (per_customer_limit === 1) parts.push(texts.oncePerPerson);
  else if (per_customer_limit !== null) parts.push(texts.timesPerPerson(per_customer_limit));
  if (usage_limit !== null) parts.push(texts.firstUses(grouped(usage_limit)));
  if (budget !== null) parts.push(texts.budget(formatRupiah(budget)));
  const moment = (local: string) => momentOf(local, timeZone, texts);
  if (fields.starts_at !== null) parts.push(texts.from(moment(fields.starts_at)));
  if (fields.ends_at !== null) parts.push(texts.until(moment(fields.ends_at)));
  return parts;
}

function combination(fields: PromotionFields, texts: Texts): string {
  const all: readonly PromoClass[] = ["product", "order", "shipping"];
  // An order takes one code of each class anyway.
  const others = all.filter((name) => name !== fields.class);
  const [first, second] = others.filter((name) => fields.combines_with.includes(name));
  if (first === undefined) return texts.combinesWithNone;
  return second === undefined ? texts.combinesWith(texts.classes[first]) : texts.combinesWithAll;
}

/** Categories and products as one phrase; empty when there are none. */
function goods(...given: Parameters<typeof goodsParts>): string {
  const [, , , texts] = given;
  return goodsParts(...given).join(` ${texts.asWellAs} `);
}

function goodsParts(
  categoryIds: readonly string[],
  productIds: readonly string[],
  names: PromotionNames,
  texts: Texts,
  language: Language,
): string[] {
  const of = (ids: readonly string[], from: Readonly<Record<string, LocalText>>) =>
    list(
      ids.map((id) => textOf(from[id], id, language)),
      texts.and,
      texts,
    );
  return [
    ...(categoryIds.length > 0 ? [texts.categories(of(categoryIds, names.categories))] : []),
    ...(productIds.length > 0 ? [texts.products(of(productIds, names.products))] : []),
  ];
}

/** `Kaos`, `Kaos dan Mug`, `Kaos, Mug, dan Poster`, `Kaos, Mug, Poster, dan 4 lainnya`. */
function list(all: readonly string[], joint: string, texts: Texts): string {
  const shown =
    all.length > maxNames
      ? [...all.slice(0, maxNames), texts.more(all.length - maxNames)]
      : [...all];
  const last = shown.pop() ?? "";
  if (shown.length === 0) return last;
  return shown.length === 1
    ? `${shown[0]} ${joint} ${last}`
    : `${shown.join(", ")}, ${joint} ${last}`;
}

function textOf(text: LocalText | undefined, id: string, language: Language): string {
  return text ? inLanguage(text, language) : id;
}

/** @param local `2026-12-31T23:59` */
function momentOf(local: string, timeZone: ShopTimeZone, texts: Texts): string {
  const [day = "", time = ""] = local.split("T");
  const [year = "", month = "", date = ""] = day.split("-");
  const [hour = "", minute = ""] = time.split(":");
  const words = `${Number(date)} ${texts.months[Number(month) - 1] ?? ""} ${year}`;
  return texts.moment(words, hour, minute, shopTimeZones[timeZone].name);
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ".");
}
