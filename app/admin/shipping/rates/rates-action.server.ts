import { type FormValues, readText, readValues } from "#app/admin/kit/form/form-values.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  type ChangedRate,
  changeRates,
  copyRates,
  type RateChange,
} from "#shop/settings/shipping/rates/rate-table.server.ts";
import { roundings } from "./roundings.ts";

export interface RatesAnswer {
  readonly problem?: string;
  readonly copied?: number;
  readonly applied?: number;
  readonly preview?: readonly ChangedRate[];
  readonly values?: FormValues;
}

/** Handles the forms below the table: copy a zone, preview and apply a change in percent. */
export async function answerRates(actor: Person, form: FormData): Promise<RatesAnswer> {
  const text = (name: string) => readText(form, name).trim();
  const values = readValues(form);
  if (form.get("intent") === "copy") {
    const [from, to] = [text("from"), text("to")];
    if (!isUuid(from) || !isUuid(to)) return { problem: "invalid_input", values };
    const copied = await copyRates(actor, from, to, form.get("replaces") === "on");
    return copied.ok
      ? { copied: copied.value.written, values }
      : { problem: copied.problem, values };
  }
  if (form.get("intent") !== "preview" && form.get("intent") !== "apply") {
    return { problem: "invalid_input", values };
  }
  const percent = Number(text("percent").replace(/%$/, ""));
  if (!/^-?\d{1,3}%?$/.test(text("percent")) || percent === 0 || percent < -90 || percent > 500) {
    return { problem: "percent_invalid", values };
  }
  const rounding = roundings.find((one) => String(one) === text("rounding"));
  const isId = (id: string) => id === "" || isUuid(id);
  if (rounding === undefined || !isId(text("zone")) || !isId(text("method"))) {
    return { problem: "invalid_input", values };
  }
  const change: RateChange = {
    zone_id: text("zone") || null,
    method_id: text("method") || null,
    percent,
    rounding,
  };
  if (form.get("intent") === "preview") {
    const preview = await changeRates(actor, change, null);
    return preview.ok ? { preview: preview.value, values } : { problem: preview.problem, values };
  }
  const expected = form.getAll("expected").map((value) => {
    const [method_id = "", zone_id = "", version = ""] = String(value).split(" ");
    return { method_id, zone_id, version: Number(version) };
  });
  const applied = await changeRates(actor, change, expected);
  return applied.ok ? { applied: applied.value.length } : { problem: applied.problem, values };
}
