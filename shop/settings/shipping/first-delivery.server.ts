import * as v from "valibot";
import { ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { methodSchema } from "./method-input.ts";
import { writeMethod } from "./methods.server.ts";
import type { RateInput } from "./rates/rate-input.ts";
import { writeRate } from "./rates/rate-table.server.ts";
import type { Translated } from "./typed-values.ts";
import { writeZone } from "./zones/zones.server.ts";

/** What a shop without delivery needs first. */
export interface FirstDelivery {
  readonly name: Translated;
  readonly courier: string;
  readonly service: string;
  readonly rate: RateInput;
}

const everywhere: Translated = { id: "Seluruh Indonesia", en: "All of Indonesia" };

/**
 * One zone for the rest of Indonesia, one method, and its price: a buyer anywhere has a delivery. A second call, or one
 * of another person at the same time, is refused.
 */
export async function startDelivery(
  actor: Person,
  { name, courier, service, rate }: FirstDelivery,
): Promise<Result<{ zone_id: string; method_id: string }, "has_zones" | "not_permitted">> {
  return asStaff<{ zone_id: string; method_id: string }, "has_zones">(
    actor,
    "shipping.edit",
    async (sql, rollbackWith) => {
      const refused = () => rollbackWith({ ok: false, problem: "has_zones" });
      const zone = await writeZone(
        sql,
        null,
        {
          name: everywhere,
          cash_on_delivery: false,
          serviceable: true,
          regions: [""],
          postcodes: [],
        },
        [],
      );
      if (!zone.ok) return refused();
      const input = v.parse(methodSchema, {
        name,
        courier,
        service,
        source: "table",
        fallback: "table",
        enabled: true,
        classes: [],
        min_weight_grams: "0",
        max_weight_grams: "30000",
        min_subtotal: "",
        max_subtotal: "",
        excluded_product_ids: [],
        excluded_category_ids: [],
        payment_methods: [],
        step_grams: "1000",
        volumetric_divisor: "6000",
      });
      const method = await writeMethod(sql, null, input);
      if (!method.ok) return refused();
      const key = { method_id: method.value.id, zone_id: zone.value.id };
      const priced = await writeRate(sql, key, 0, rate);
      return priced.ok ? ok(key) : refused();
    },
  );
}
