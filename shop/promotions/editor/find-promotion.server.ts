import type { LocalText } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import type { PromotionNames } from "#shop/promotions/promotion-sentence.ts";
import { readPromotionFields } from "#shop/promotions/read-promotion-fields.server.ts";
import { listPaymentMethods } from "#shop/settings/payment-methods/methods.server.ts";
import { stateOf } from "./list-promotions.server.ts";
import type { PromotionState } from "./promotion-filter.ts";
import { readPromotionNames } from "./read-promotion-names.server.ts";

/** A promotion as its builder opens it. */
export interface StaffPromotion {
  readonly id: string;
  /** 0: not stored yet. */
  readonly version: number;
  readonly state: PromotionState;
  readonly fields: PromotionFields;
  readonly names: PromotionNames;
  readonly used: number;
  readonly spent: Rupiah;
}

/** @returns undefined for an unknown promotion, and for staff who may not read promotions */
export async function findPromotion(
  actor: Person,
  id: string,
): Promise<StaffPromotion | undefined> {
  if (!may(actor, "promos.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [[row], stored] = await Promise.all([
    sql<{ state: PromotionState }[]>`
      select ${stateOf(sql)} as state from promotions p where p.id = ${id}`,
    readPromotionFields(sql, [id]),
  ]);
  const found = stored.get(id);
  if (!row || !found) return undefined;
  const { version, fields, used, spent } = found;
  const names = await readPromotionNames([fields]);
  return { id, version, state: row.state, fields, names, used, spent };
}

/** What the builder offers to choose from. */
export interface PromotionChoices {
  readonly categories: readonly { readonly id: string; readonly name: LocalText }[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly methods: readonly { readonly id: string; readonly name: LocalText }[];
  readonly time_zone: ShopTimeZone;
}

/** Groups that the builder lists. */
const maxGroups = 200;

export async function readPromotionChoices(): Promise<PromotionChoices> {
  const sql = asShop();
  const [categories, groups, [shop]] = await Promise.all([
    sql<PromotionChoices["categories"][number][]>`
      select id, name from private.category_tree order by place`,
    sql<PromotionChoices["groups"][number][]>`
      select id, name from customer_groups order by name limit ${maxGroups}`,
    sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`,
  ]);
  const english = new Map(listPaymentMethods("en").map(({ id, name }) => [id, name]));
  return {
    categories: [...categories],
    groups: [...groups],
    methods: listPaymentMethods("id").map(({ id, name }) => ({
      id,
      name: { id: name, en: english.get(id) ?? name },
    })),
    time_zone: shop?.time_zone ?? "Asia/Jakarta",
  };
}
