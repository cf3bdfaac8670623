import * as v from "valibot";
import { allValues, type FormValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import { asTyped, saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import type { EditorAnswer } from "#app/admin/shipping/editor-answer.ts";
import { grouped } from "#app/admin/shipping/figures.ts";
import { answerTest } from "#app/admin/shipping/test-action.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import type { Language } from "#base/language.ts";
import type { Person } from "#shop/kernel/access.ts";
import { rateSchema } from "#shop/settings/shipping/rates/rate-input.ts";
import {
  deleteRate,
  findRate,
  type Rate,
  type RateKey,
  saveRate,
} from "#shop/settings/shipping/rates/rate-table.server.ts";

/** Rows of the tiers' table that are empty and wait to be filled. */
const spareRows = 3;

const amount = (value: number | null) => (value === null ? "" : grouped(value));

/** The stored rate as the form's values; null is a cell without one. */
export function rateValues(rate: Rate | null): FormValues {
  const tiers = rate?.tiers ?? [];
  const spare = Array.from({ length: spareRows }, () => "");
  return {
    pricing: [rate?.pricing ?? "per_kg"],
    first_kg: [rate?.pricing === "per_kg" ? grouped(rate.first_kg) : ""],
    next_kg: [rate?.pricing === "per_kg" ? grouped(rate.next_kg) : ""],
    flat_price: [rate?.pricing === "flat" ? grouped(rate.flat_price) : ""],
    percent: [rate?.pricing === "percent" ? String(rate.percent) : ""],
    tier_from: [
      ...tiers.map((_, index) => amount(index === 0 ? 0 : (tiers[index - 1]?.up_to ?? null))),
      ...spare,
    ],
    tier_to: [...tiers.map(({ up_to }) => amount(up_to)), ...spare],
    tier_price: [...tiers.map(({ price }) => grouped(price)), ...spare],
    min_days: [rate ? String(rate.min_days) : ""],
    max_days: [rate ? String(rate.max_days) : ""],
    free_from: [amount(rate?.free_from ?? null)],
    max_subsidy: [amount(rate?.max_subsidy ?? null)],
  };
}

/** The form's values as a rate, or what is wrong with them. */
export function readRate(values: FormValues) {
  const field = (name: string) => firstValue(values, name);
  const [from, to, price] = ["tier_from", "tier_to", "tier_price"].map((name) =>
    allValues(values, name),
  );
  return v.safeParse(rateSchema, {
    pricing: field("pricing"),
    first_kg: field("first_kg"),
    next_kg: field("next_kg"),
    flat_price: field("flat_price"),
    percent: field("percent"),
    tiers: (to ?? []).map((up, index) => ({
      from: from?.[index] ?? "",
      to: up,
      price: price?.[index] ?? "",
    })),
    min_days: field("min_days"),
    max_days: field("max_days"),
    free_from: field("free_from"),
    max_subsidy: field("max_subsidy"),
  });
}

/** Handles the form of one cell: adds rows of tiers, saves, deletes. */
export async function answerRate(
  actor: Person,
  key: RateKey,
  form: FormData,
  language: Language,
): Promise<EditorAnswer> {
  const intent = String(form.get("intent") ?? "") || "save";
  if (intent === "more") {
    const typed = asTyped(form);
    const more = (name: string) => [
      ...allValues(typed.values, name),
      ...Array.from({ length: spareRows }, () => ""),
    ];
    const values = {
      ...typed.values,
      tier_from: more("tier_from"),
      tier_to: more("tier_to"),
      tier_price: more("tier_price"),
    };
    return { ...typed, values };
  }
  if (intent === "test" || intent === "test-find") {
    const typed = asTyped(form);
    const input = readRate(typed.values);
    if (!input.success) return { ...typed, problems: formProblems(input.issues) };
    const unsaved = { kind: "rate", key, input: input.output } as const;
    return { ...typed, tested: await answerTest(actor, form, unsaved, language) };
  }
  if (intent === "ask-delete") return { asks: true, ...asTyped(form) };
  if (intent === "delete") {
    const deleted = await deleteRate(actor, key, asTyped(form).version);
    return deleted.ok ? { done: "delete" } : { ...asTyped(form), problem: deleted.problem };
  }
  if (intent !== "save") return { problem: "invalid_input" };
  return saveMerged({
    form,
    sets: new Set(),
    save: async (values, version) => {
      const input = readRate(values);
      if (!input.success) return { ok: false, answer: { problems: formProblems(input.issues) } };
      const done = await saveRate(actor, key, version, input.output);
      if (done.ok) return { ok: true, version: done.value.version };
      const { problem } = done;
      return { ok: false, answer: { problem }, isStale: problem === "changed_meanwhile" };
    },
    read: async () => {
      const found = await findRate(key);
      return found?.rate
        ? { values: rateValues(found.rate), version: found.rate.version }
        : undefined;
    },
  });
}
