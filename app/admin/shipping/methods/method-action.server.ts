import * as v from "valibot";
import {
  allValues,
  type FormValues,
  firstValue,
  readText,
  readValues,
} from "#app/admin/kit/form/form-values.ts";
import { asTyped, saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import type { EditorAnswer } from "#app/admin/shipping/editor-answer.ts";
import { grouped } from "#app/admin/shipping/figures.ts";
import { answerTest } from "#app/admin/shipping/test-action.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  type FoundProduct,
  findProductsByName,
  nameProducts,
} from "#shop/settings/shipping/method-choices.server.ts";
import { methodSchema } from "#shop/settings/shipping/method-input.ts";
import {
  deleteMethod,
  findShippingMethod,
  type Method,
  saveMethod,
} from "#shop/settings/shipping/methods.server.ts";

export interface MethodAnswer extends EditorAnswer {
  /** The method that a new one became. */
  readonly id?: string;
  readonly products?: ProductChoice;
}

export interface ProductChoice {
  readonly q: string;
  /** Undefined without a search. */
  readonly found?: readonly FoundProduct[] | undefined;
  readonly excluded: readonly FoundProduct[];
}

export const methodSets: ReadonlySet<string> = new Set(["class", "payment", "category", "product"]);

const amount = (value: number | null) => (value === null ? "" : grouped(value));

/** The stored method as the form's values. */
export function methodValues(method: Method | null): FormValues {
  return {
    "name.id": [method?.name.id ?? ""],
    "name.en": [method?.name.en ?? ""],
    courier: [method?.courier ?? ""],
    service: [method?.service ?? ""],
    source: [method?.source ?? "table"],
    fallback: [method?.fallback ?? "table"],
    enabled: method === null || method.enabled ? ["on"] : [],
    class: method?.classes ?? [],
    payment: method?.payment_methods ?? [],
    category: method?.excluded_category_ids ?? [],
    product: method?.excluded_product_ids ?? [],
    min_weight_grams: [grouped(method?.min_weight_grams ?? 0)],
    max_weight_grams: [grouped(method?.max_weight_grams ?? 30_000)],
    min_subtotal: [amount(method?.min_subtotal ?? null)],
    max_subtotal: [amount(method?.max_subtotal ?? null)],
    step_grams: [grouped(method?.step_grams ?? 1_000)],
    volumetric_divisor: [grouped(method?.volumetric_divisor ?? 6_000)],
  };
}

/** The form's values as a method, or what is wrong with them. */
export function readMethod(values: FormValues) {
  const field = (name: string) => firstValue(values, name);
  return v.safeParse(methodSchema, {
    name: { id: field("name.id"), en: field("name.en") },
    courier: field("courier"),
    service: field("service"),
    source: field("source"),
    fallback: field("fallback") || "table",
    enabled: field("enabled") === "on",
    classes: allValues(values, "class"),
    payment_methods: allValues(values, "payment"),
    excluded_category_ids: allValues(values, "category"),
    excluded_product_ids: allValues(values, "product"),
    min_weight_grams: field("min_weight_grams"),
    max_weight_grams: field("max_weight_grams"),
    min_subtotal: field("min_subtotal"),
    max_subtotal: field("max_subtotal"),
    step_grams: field("step_grams"),
    volumetric_divisor: field("volumetric_divisor"),
  });
}

export async function readProducts(values: FormValues, q: string): Promise<ProductChoice> {
  const chosen = allValues(values, "product").filter(isUuid);
  const [found, excluded] = await Promise.all([
    q.trim() ? findProductsByName(q) : undefined,
    nameProducts(chosen),
  ]);
  return { q, found: found?.filter(({ id }) => !chosen.includes(id)), excluded };
}

/** Handles the method's form: finds products, saves, deletes. */
export async function answerMethod(
  actor: Person,
  id: string | null,
  form: FormData,
  language: Language,
): Promise<MethodAnswer> {
  const intent = String(form.get("intent") ?? "") || "save";
  if (intent === "find") {
    const typed = asTyped(form);
    return { ...typed, products: await readProducts(typed.values, readText(form, "q")) };
  }
  if (intent === "test" || intent === "test-find") {
    const typed = asTyped(form);
    const products = await readProducts(typed.values, "");
    const input = readMethod(typed.values);
    if (!input.success) return { ...typed, products, problems: formProblems(input.issues) };
    const unsaved = { kind: "method", id, input: input.output } as const;
    return { ...typed, products, tested: await answerTest(actor, form, unsaved, language) };
  }
  if (intent === "ask-delete") return { asks: true, ...asTyped(form) };
  if (intent === "delete" && id !== null) {
    const deleted = await deleteMethod(actor, id, asTyped(form).version);
    return deleted.ok ? { done: "delete" } : { ...asTyped(form), problem: deleted.problem };
  }
  if (intent !== "save") return { problem: "invalid_input" };
  let saved = id;
  const answer = await saveMerged({
    form,
    sets: methodSets,
    save: async (values, version) => {
      const input = readMethod(values);
      if (!input.success) return { ok: false, answer: { problems: formProblems(input.issues) } };
      const done = await saveMethod(actor, id === null ? null : { id, version }, input.output);
      if (!done.ok) {
        const { problem } = done;
        return { ok: false, answer: { problem }, isStale: problem === "changed_meanwhile" };
      }
      saved = done.value.id;
      return { ok: true, version: done.value.version };
    },
    read: async () => {
      const method = id === null ? undefined : await findShippingMethod(id);
      return method && { values: methodValues(method), version: method.version };
    },
  });
  return {
    ...answer,
    ...(saved === null ? {} : { id: saved }),
    products: await readProducts(answer.values ?? readValues(form), ""),
  };
}
