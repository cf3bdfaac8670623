import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { saleSchema } from "#shop/catalogue/sales/sale.ts";
import {
  type SaleProblem,
  saveSale,
  scheduleSale,
  stopSale,
} from "#shop/catalogue/sales/save-sale.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

export interface SaleAnswer {
  readonly intent: string;
  readonly done?: true;
  /** After a save: where it is. */
  readonly id?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** What the problem is about. */
  readonly detail?: string;
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Handles the forms of a sale: save, schedule, withdraw, end. @param id of a stored sale */
export async function answerSale(
  actor: Person,
  id: string | null,
  form: FormData,
): Promise<SaleAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const intent = text("intent");
  const texts = (name: string) => form.getAll(name).filter((one) => typeof one === "string");
  if (intent === "save") {
    const input = v.safeParse(saleSchema, {
      id: id ?? text("id"),
      version: /^\d{1,9}$/.test(text("version")) ? Number(text("version")) : Number.NaN,
      name: text("name"),
      kind: text("kind"),
      value: readAmount(text("value")) ?? Number.NaN,
      product_ids: texts("product"),
      category_ids: texts("category"),
      starts_at: text("starts_at").slice(0, 16),
      ends_at: text("ends_at").slice(0, 16),
    });
    if (!input.success) return { intent, problems: formProblems(input.issues) };
    const saved = await saveSale(actor, input.output);
    return saved.ok ? { intent, done: true, id: input.output.id } : refused(intent, saved.problem);
  }
  if (id === null) return { intent, problem: "not_found" };
  if (intent === "schedule") {
    const scheduled = await scheduleSale(actor, id);
    return scheduled.ok ? { intent, done: true } : refused(intent, scheduled.problem);
  }
  if (intent === "withdraw" || intent === "end") {
    const stopped = await stopSale(actor, id, intent);
    return stopped.ok ? { intent, done: true } : refused(intent, stopped.problem);
  }
  return { intent, problem: "invalid_input" };
}

function refused(intent: string, problem: SaleProblem): SaleAnswer {
  const detail = problem.code === "sale_overlap" ? `${problem.sku} (${problem.sale})` : undefined;
  return { intent, problem: problem.code, ...(detail ? { detail } : {}) };
}
