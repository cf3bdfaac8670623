import * as v from "valibot";
import type { PasteAnswer } from "#app/admin/kit/paste-lines.tsx";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import { changeStock } from "#shop/catalogue/stock/change-stock.server.ts";
import { maxPastedText } from "#shop/catalogue/stock/pasted-pieces.ts";
import { receivePastedDelivery } from "#shop/catalogue/stock/receive-pasted.server.ts";
import { stockChangeSchema } from "#shop/catalogue/stock/stock-change.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { optionalTextLine } from "#shop/kernel/text-line.ts";

/** Handles a pasted delivery. */
export async function answerPastedDelivery(actor: Person, form: FormData): Promise<PasteAnswer> {
  const text = (name: string) => String(form.get(name) ?? "").replaceAll("\0", "");
  const [key, pasted] = [text("key"), text("lines")];
  const note = v.safeParse(optionalTextLine(200), text("note"));
  if (!isUuid(key) || !note.success) return { problem: "invalid_input" };
  if (pasted.length > maxPastedText) return { problem: "too_long" };
  const skips = text("skips") === "1";
  const booked = await receivePastedDelivery(actor, {
    key,
    text: pasted,
    note: note.output,
    skips,
  });
  if (booked.ok) return { pasted: booked.value };
  const { problem } = booked;
  return { problem: problem.code, ...("lines" in problem ? { unmatched: problem.lines } : {}) };
}

export interface StockAnswer {
  readonly done?: "receive" | "adjust" | "limits" | "low";
  /** The form that this answers. */
  readonly of: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Handles the forms of a variant's stock: receive, adjust, set the reserve or the limit of low stock. */
export async function answerStock(
  actor: Person,
  variantId: string,
  form: FormData,
): Promise<StockAnswer> {
  const text = (name: string) => String(form.get(name) ?? "").replaceAll("\0", "");
  const kind = text("kind");
  const typed = text(kind === "limits" ? "safety" : "quantity").trim();
  const size = readAmount(typed.replace(/^[-−]\s*/, "")) ?? Number.NaN;
  const quantity = /^[-−]/.test(typed) ? -size : size;
  if (kind === "low") return answerLow(actor, variantId, text("low_at").trim());
  const input = v.safeParse(
    stockChangeSchema,
    kind === "limits"
      ? { kind, safety: quantity }
      : {
          kind,
          key: text("key"),
          quantity,
          note: text("note"),
          ...(kind === "adjust" ? { reason: text("reason") } : {}),
          ...(kind === "receive" && text("unit_cost").trim() !== ""
            ? { unit_cost: readAmount(text("unit_cost")) ?? Number.NaN }
            : {}),
        },
  );
  if (!input.success) return { of: kind, problems: formProblems(input.issues) };
  const changed = await changeStock(actor, variantId, input.output);
  return changed.ok
    ? { of: kind, done: input.output.kind }
    : { of: kind, problem: changed.problem };
}

/** @param typed empty: the shop's own limit */
async function answerLow(actor: Person, variantId: string, typed: string): Promise<StockAnswer> {
  const low_at = typed === "" ? null : (readAmount(typed) ?? Number.NaN);
  const input = v.safeParse(stockChangeSchema, { kind: "low", low_at });
  if (!input.success) return { of: "low", problems: formProblems(input.issues) };
  const changed = await changeStock(actor, variantId, input.output);
  return changed.ok ? { of: "low", done: "low" } : { of: "low", problem: changed.problem };
}
