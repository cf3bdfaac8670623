import * as v from "valibot";
import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import { draftSchema, findDraft, saveDraft } from "#shop/customisations/save-draft.server.ts";
import type { Route } from "./+types/saved-design";

const statuses = {
  design_not_found: 404,
  picture_not_found: 404,
  too_many_requests: 429,
  too_many_designs: 409,
  rev_conflict: 409,
  document_refused: 422,
} as const;

const headers = { "cache-control": "private, no-store" };
const notFound = () =>
  Response.json({ error: { code: "design_not_found" } }, { status: 404, headers });

/** A saved design of the signed-in customer. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isUuid(params.id)) return notFound();
  const draft = await findDraft(actor, params.id);
  return draft ? Response.json(draft, { headers }) : notFound();
}

/**
 * Saves a design of the signed-in customer. 409 with the saved one where another device saved it meanwhile, 422 for what is no
 * design.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isUuid(params.id)) return notFound();
  const input = v.safeParse(draftSchema, await request.json().catch(() => null));
  if (!input.success) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400, headers });
  }
  const saved = await saveDraft(actor, params.id, input.output);
  if (saved.ok) return Response.json(saved.value, { headers });
  const { problem } = saved;
  return Response.json({ error: problem }, { status: statuses[problem.code], headers });
}
