import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import { maxPastedText } from "#shop/catalogue/stock/pasted-pieces.ts";
import {
  applyStocktake,
  decideLines,
} from "#shop/catalogue/stock/stocktakes/apply-stocktake.server.ts";
import { countLine } from "#shop/catalogue/stock/stocktakes/count-line.server.ts";
import { countPasted } from "#shop/catalogue/stock/stocktakes/count-pasted.server.ts";
import {
  createStocktake,
  moveStocktake,
  startStocktake,
} from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import { countSchema, newStocktakeSchema } from "#shop/catalogue/stock/stocktakes/stocktake.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

export interface StocktakeAnswer {
  readonly intent: string;
  readonly done?: true;
  /** After `create`: where it is. */
  readonly id?: string;
  /** After a scan or a figure: what this person counted of the line. */
  readonly counted?: { readonly sku: string; readonly own: number };
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** After a paste: how many lines were counted. */
  readonly pasted?: number;
  /** Pasted lines that match no variant of the stocktake. */
  readonly unmatched?: readonly string[];
  /** The SKUs that the problem is about. */
  readonly skus?: readonly string[];
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
}

const textsOf = (form: FormData) => (name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\0", "") : "";
};

const wholeOf = (typed: string) => readAmount(typed) ?? Number.NaN;

/** Makes a stocktake. */
export async function answerNewStocktake(actor: Person, form: FormData): Promise<StocktakeAnswer> {
  const text = textsOf(form);
  const intent = "create";
  const limit = text("recount_over").trim();
  const input = v.safeParse(newStocktakeSchema, {
    id: text("id"),
    name: text("name"),
    scope: text("scope"),
    category_id: text("category_id") || null,
    query: text("query"),
    is_blind: text("is_blind") === "on",
    recount_over: limit === "" ? null : wholeOf(limit),
  });
  if (!input.success) return { intent, problems: formProblems(input.issues) };
  const made = await createStocktake(actor, input.output);
  return made.ok ? { intent, done: true, id: input.output.id } : { intent, problem: made.problem };
}

/** Handles the forms of one stocktake. The use cases check who may do what. */
export async function answerStocktake(
  actor: Person,
  id: string,
  form: FormData,
): Promise<StocktakeAnswer> {
  const text = textsOf(form);
  const intent = text("intent");
  switch (intent) {
    case "start": {
      const started = await startStocktake(actor, id);
      return started.ok ? { intent, done: true } : { intent, problem: started.problem };
    }
    case "review": {
      const refused = await storeFigures(actor, id, form);
      if (refused) return { ...refused, intent };
      const moved = await moveStocktake(actor, id, intent);
      return moved.ok ? { intent, done: true } : { intent, problem: moved.problem };
    }
    case "counting":
    case "dropped": {
      const moved = await moveStocktake(actor, id, intent);
      return moved.ok ? { intent, done: true } : { intent, problem: moved.problem };
    }
    case "scan":
    case "figure":
      return answerCount(actor, id, intent, text);
    case "paste":
      return answerPaste(actor, id, text);
    case "recount":
    case "leave-out":
    case "take-in": {
      const chosen = form.getAll("variant").filter(isUuid);
      const isAll = intent === "recount" && text("all") === "1";
      const decided = await decideLines(actor, id, intent, isAll ? null : chosen);
      return decided.ok ? { intent, done: true } : { intent, problem: decided.problem.code };
    }
    case "apply": {
      const applied = await applyStocktake(actor, id);
      if (applied.ok) return { intent, done: true };
      const { problem } = applied;
      return {
        intent,
        problem: problem.code,
        ...("skus" in problem ? { skus: problem.skus } : {}),
      };
    }
    default:
      return { intent, problem: "invalid_input" };
  }
}

const figureSchema = v.array(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ key: v.string(), variant: v.string(), pieces: v.string() }),
  ),
);

/** Stores the typed figures of a request to compare. @returns the first problem */
async function storeFigures(
  actor: Person,
  id: string,
  form: FormData,
): Promise<StocktakeAnswer | undefined> {
  const figures = v.safeParse(figureSchema, form.getAll("figures"));
  if (!figures.success) return { intent: "figure", problem: "invalid_input" };
  for (const figure of figures.output) {
    const text = (name: string) => figure[name as keyof typeof figure] ?? "";
    const answer = await answerCount(actor, id, "figure", text);
    const problem = answer.problem ?? Object.values(answer.problems ?? {})[0];
    if (problem) return { intent: "figure", problem };
  }
  return undefined;
}

async function answerPaste(
  actor: Person,
  id: string,
  text: (name: string) => string,
): Promise<StocktakeAnswer> {
  const intent = "paste";
  const key = text("key");
  const pasted = text("lines");
  if (!isUuid(key)) return { intent, problem: "invalid_input" };
  if (pasted.length > maxPastedText) return { intent, problem: "too_long" };
  const skips = text("skips") === "1";
  const counted = await countPasted(actor, id, { key, text: pasted, skips });
  if (counted.ok) return { intent, done: true, pasted: counted.value };
  const { problem } = counted;
  return {
    intent,
    problem: problem.code,
    ...("lines" in problem ? { unmatched: problem.lines } : {}),
  };
}

async function answerCount(
  actor: Person,
  id: string,
  intent: "scan" | "figure",
  text: (name: string) => string,
): Promise<StocktakeAnswer> {
  const key = text("key");
  const input = v.safeParse(
    countSchema,
    intent === "scan"
      ? { how: intent, key, code: text("code") }
      : { how: intent, key, variant_id: text("variant"), pieces: wholeOf(text("pieces").trim()) },
  );
  if (!input.success) return { intent, problems: formProblems(input.issues) };
  const counted = await countLine(actor, id, input.output);
  if (!counted.ok) return { intent, problem: counted.problem };
  const { sku, own } = counted.value;
  return { intent, done: true, counted: { sku, own } };
}
