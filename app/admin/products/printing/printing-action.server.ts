import * as v from "valibot";
import {
  deleteTemplate,
  moveTemplate,
  offerPrinting,
} from "#shop/designs/print-setup/manage-printing.server.ts";
import { saveSpec, saveSpecSchema } from "#shop/designs/print-setup/save-spec.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface PrintingAnswer {
  readonly done?: "save" | "offer" | "move" | "delete";
  /** Id of the revision that was saved. */
  readonly of?: string;
  /** The specification that a refused save was to take the place of; null: a new one. */
  readonly replaces?: string | null;
  /** Names of templates that buyers see no more. */
  readonly withdrawn?: readonly string[];
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each member of the specification that is refused, by its path. */
  readonly problems?: Readonly<Record<string, string>>;
}

const uuid = v.pipe(v.string(), v.uuid());
const schema = v.variant("intent", [
  v.strictObject({ intent: v.literal("save"), input: v.unknown() }),
  v.strictObject({ intent: v.literal("offer"), offered: v.boolean(), required: v.boolean() }),
  v.strictObject({
    intent: v.literal("move"),
    template: uuid,
    place: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
  }),
  v.strictObject({ intent: v.literal("delete"), template: uuid }),
]);

/** Handles what the page of a product's printing sends, as JSON. */
export async function answerPrinting(
  actor: Person,
  productId: string,
  request: Request,
): Promise<PrintingAnswer> {
  const body: unknown = await request.json().catch(() => undefined);
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) return { problem: "invalid_input" };
  const { output } = parsed;
  if (output.intent === "save") return save(actor, productId, output.input);
  const result =
    output.intent === "offer"
      ? await offerPrinting(actor, productId, output)
      : output.intent === "move"
        ? await moveTemplate(actor, productId, output.template, output.place)
        : await deleteTemplate(actor, productId, output.template);
  return result.ok ? { done: output.intent } : { problem: result.problem };
}

async function save(actor: Person, productId: string, input: unknown): Promise<PrintingAnswer> {
  const parsed = v.safeParse(saveSpecSchema, input);
  if (!parsed.success) {
    const isVariants = parsed.issues.some(({ message }) => message === "no_variant");
    return { problem: isVariants ? "no_variant" : "invalid_input", ...replacedIn(input) };
  }
  const { id, replaces } = parsed.output;
  const saved = await saveSpec(actor, productId, parsed.output);
  if (saved.ok) return { done: "save", of: id, withdrawn: saved.value.withdrawn };
  const { problem } = saved;
  if (problem.code !== "spec_refused") return { problem: problem.code, replaces };
  // The first code of a member says what to do about it.
  const problems = Object.fromEntries(
    problem.problems.toReversed().map(({ path, code }) => [path, code]),
  );
  return { problem: problem.code, problems, replaces };
}

function replacedIn(input: unknown): Pick<PrintingAnswer, "replaces"> {
  const read = v.safeParse(v.object({ replaces: v.nullable(uuid) }), input);
  return read.success ? read.output : {};
}
