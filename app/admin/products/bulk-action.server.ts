import * as v from "valibot";
import { productWords } from "#app/admin/products/messages/products.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { type BulkChange, bulkInputSchema } from "#shop/catalogue/products/bulk/bulk-change.ts";
import { startBulk } from "#shop/catalogue/products/bulk/bulk-products.server.ts";
import {
  type BulkPreview,
  previewBulk,
} from "#shop/catalogue/products/bulk/preview-bulk.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

export type BulkAnswer =
  | { readonly task: string }
  | { readonly problem: string }
  | { readonly preview: BulkPreview };

/** Handles the form of the selected products. */
export async function answerBulk(
  actor: Person,
  form: FormData,
  language: Language,
): Promise<BulkAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const texts = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === "string");
  const change = changeOf(text);
  if (typeof change === "string") return { problem: change };
  const input = v.safeParse(bulkInputSchema, {
    selection:
      text("all") === "on"
        ? {
            of: "matching",
            q: text("q"),
            filter: text("filter"),
            until: text("until"),
            except: texts("except"),
          }
        : { of: "chosen", ids: [...new Set(texts("id"))] },
    change,
  });
  if (!input.success) return { problem: input.issues[0].message };
  const { selection, change: valid } = input.output;
  if (text("preview") === "on" && valid.kind === "price") {
    const preview = await previewBulk(actor, selection, valid);
    return preview.ok ? { preview: preview.value } : { problem: preview.problem };
  }
  const id = text("task");
  if (!isUuid(id)) return { problem: "invalid_input" };
  const { bulk: words } = productWords(language);
  const act = words.acts[text("act") as keyof typeof words.acts];
  const started = await startBulk(
    actor,
    id,
    titleOf(input.output.change, act, words, text),
    input.output,
  );
  return started.ok ? { task: id } : { problem: started.problem };
}

/** What the task changes, e.g. `−10%`, `Tambah tag: baru`. */
function titleOf(
  change: BulkChange,
  act: string,
  { endings }: ReturnType<typeof productWords>["bulk"],
  text: (name: string) => string,
): string {
  if (change.kind === "tag") return `${act}: ${change.tag}`;
  if (change.kind !== "price") return act;
  const value = text("value").trim().replace(/^-/, "−");
  return change.ending === "exact" ? value : `${value}, ${endings[change.ending]}`;
}

/** @returns a code for a change that cannot be read */
function changeOf(text: (name: string) => string): BulkChange | string {
  switch (text("act")) {
    case "publish":
      return { kind: "status", status: "published" };
    case "draft":
      return { kind: "status", status: "draft" };
    case "archive":
      return { kind: "status", status: "archived" };
    case "add_category":
      return { kind: "category", mode: "add", category_id: text("category_id") };
    case "remove_category":
      return { kind: "category", mode: "remove", category_id: text("category_id") };
    case "add_tag":
      return { kind: "tag", mode: "add", tag: text("tag") };
    case "remove_tag":
      return { kind: "tag", mode: "remove", tag: text("tag") };
    case "price": {
      const [, sign = "", figure = "", percent = ""] =
        /^([+\-−]?)(.+?)(%?)$/.exec(text("value").replace(/\s/g, "")) ?? [];
      const amount = readAmount(figure);
      if (amount === undefined) return "number_invalid";
      const value = sign === "-" || sign === "−" ? -amount : amount;
      return {
        kind: "price",
        by: percent ? "percent" : "amount",
        value,
        ending: text("ending") as Extract<BulkChange, { kind: "price" }>["ending"],
      };
    }
    default:
      return "invalid_input";
  }
}
