import * as v from "valibot";
import { currentActor } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { AppError } from "#base/errors.ts";
import {
  type KeepProblem,
  keepDesign,
  keptDesignSchema,
} from "#shop/designs/keep-design.server.ts";
import { createVersion, keptInputSchema } from "#shop/designs/personalise.server.ts";
import type { Route } from "./+types/designs";

/** Idempotency key, chosen by the page. */
const id = v.pipe(v.string(), v.uuid());
const requestSchema = v.union([
  v.strictObject({ id, ...keptInputSchema.entries }),
  v.strictObject({ id, ...keptDesignSchema.entries }),
]);

type Problem = Exclude<
  Awaited<ReturnType<typeof createVersion>> | Awaited<ReturnType<typeof keepDesign>>,
  { ok: true }
>["problem"];

const statuses: Readonly<Record<Problem["code"], number>> = {
  too_many_requests: 429,
  id_reused: 409,
  design_outdated: 409,
  template_not_found: 404,
  variant_not_found: 404,
  picture_not_found: 404,
  values_refused: 422,
  document_refused: 422,
  design_incomplete: 422,
  design_blocked: 422,
  design_too_large: 422,
  rights_missing: 422,
  blur_unticked: 422,
  cut_islands: 422,
  cut_too_thin: 422,
};

/** What a page is told of a design that is not kept. */
export type DesignRefusal = { readonly error: KeepProblem };

/**
 * Keeps a design for a line of the cart: a template with values, or a document of the designer. 422 for what cannot be
 * printed, 404 for what is not there, 409 for an id of another design and for a design of an older specification, 429 for
 * too many requests, 503 while too many pictures are drawn.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null);
  const input = v.safeParse(requestSchema, body, { abortEarly: true });
  if (!input.success) return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  const network = context.get(networkContext);
  const actor = currentActor(context);
  const design = input.output;
  const keep = () =>
    "document" in design
      ? keepDesign(actor, design.id, partsOf(design), network)
      : createVersion(actor, design.id, partsOf(design), network);
  const kept = await keep().catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (kept instanceof AppError)
    return Response.json({ error: { code: kept.code } }, { status: kept.status });
  if (kept.ok) return Response.json({ design_id: kept.value.id });
  const { problem } = kept;
  const status = statuses[problem.code];
  if ("problems" in problem) {
    const { code, problems } = problem;
    return Response.json({ error: { code }, problems }, { status });
  }
  return Response.json({ error: problem }, { status });
}

function partsOf<Design extends { id: string }>({ id: _, ...parts }: Design): Omit<Design, "id"> {
  return parts;
}
