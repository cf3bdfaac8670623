import * as v from "valibot";
import { currentActor } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { createVersion, personaliseSchema } from "#shop/designs/personalise.server.ts";
import type { Route } from "./+types/designs";

const requestSchema = v.strictObject({
  /** Idempotency key, chosen by the page. */
  id: v.pipe(v.string(), v.uuid()),
  ...personaliseSchema.entries,
});

/**
 * Keeps a design for a line of the cart. 422 for values that cannot be printed, 409 for an id of another design, 429 for too
 * many requests.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => null);
  const input = v.safeParse(requestSchema, body);
  if (!input.success) return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  const { id, ...design } = input.output;
  const network = context.get(networkContext);
  const kept = await createVersion(currentActor(context), id, design, network);
  if (kept.ok) return Response.json({ design_id: kept.value.id });
  const { problem } = kept;
  if (problem.code === "values_refused") {
    return Response.json({ problems: problem.problems }, { status: 422 });
  }
  return Response.json(
    { error: { code: problem.code } },
    { status: { too_many_requests: 429, id_reused: 409, template_not_found: 404 }[problem.code] },
  );
}
