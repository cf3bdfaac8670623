import type { Sql } from "#db/client.server.ts";
import type { MethodInput } from "./method-input.ts";
import { type MethodProblem, writeMethod } from "./methods.server.ts";
import type { RateInput } from "./rates/rate-input.ts";
import { type RateKey, type RateProblem, writeRate } from "./rates/rate-table.server.ts";
import type { ZoneInput } from "./zones/zone-input.ts";
import { writeZone, type ZoneProblem } from "./zones/zones.server.ts";

/** A form of delivery that has not been saved. A null id is a new zone or method. */
export type UnsavedSetting =
  | { readonly kind: "zone"; readonly id: string | null; readonly input: ZoneInput }
  | { readonly kind: "method"; readonly id: string | null; readonly input: MethodInput }
  | { readonly kind: "rate"; readonly key: RateKey; readonly input: RateInput };

/**
 * Writes a setting on whatever version is stored, for a transaction that its caller undoes: places of other zones come
 * along without asking.
 * @returns the problem that the save would have; undefined without one
 */
export async function applyUnsaved(
  sql: Sql,
  setting: UnsavedSetting,
): Promise<ZoneProblem["code"] | MethodProblem | RateProblem | undefined> {
  if (setting.kind === "rate") {
    const { method_id, zone_id } = setting.key;
    const [stored] = await sql<{ version: number }[]>`
      select version from shipping_rates where method_id = ${method_id} and zone_id = ${zone_id}`;
    const written = await writeRate(sql, setting.key, stored?.version ?? 0, setting.input);
    return written.ok ? undefined : written.problem;
  }
  const { id } = setting;
  const table = sql(setting.kind === "zone" ? "shipping_zones" : "shipping_methods");
  const [stored] = await sql<{ version: number }[]>`select version from ${table} where id = ${id}`;
  const known = id === null ? null : { id, version: stored?.version ?? 0 };
  if (setting.kind === "method") {
    const written = await writeMethod(sql, known, setting.input);
    return written.ok ? undefined : written.problem;
  }
  const { regions, postcodes } = setting.input;
  const places = postcodes.map(({ first_code, last_code }) => `${first_code}-${last_code}`);
  const written = await writeZone(sql, known, setting.input, [...regions, ...places]);
  return written.ok ? undefined : written.problem.code;
}
