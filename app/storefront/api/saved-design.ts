import * as v from "valibot";
import { currentActor } from "#app/access.server.ts";
import { isUuid } from "#base/uuid.ts";
import {
  draftSchema,
  findDraft,
  saveDraft,
} from "#shop/production/customisations/drafts/save-draft.server.ts";
import type { Route } from "./+types/saved-design";
import { whoDesigns } from "./guest.server.ts";

const statuses = {
  design_not_found: 404,
  picture_not_found: 404,
  too_many_requests: 429,
  too_many_designs: 409,
  rev_conflict: 409,
  document_refused: 422,
  design_too_large: 422,
} as const;

const headers = { "cache-control": "private, no-store" };
const notFound = () =>
  Response.json({ error: { code: "design_not_found" } }, { status: 404, headers });

/** An own saved design: of the signed-in customer, or of the guest whose key the browser has. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const draft = isUuid(params.id) ? await findDraft(currentActor(context), params.id) : undefined;
  return draft ? Response.json(draft, { headers }) : notFound();
}

/**
 * Saves a design of the signed-in customer or of a guest. 409 with the saved one where another device saved it meanwhile, 422 for what is no
 * design.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) return notFound();
  const input = v.safeParse(draftSchema, await request.json().catch(() => null));
  if (!input.success) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400, headers });
  }
  const who = await whoDesigns(request, context);
  if (!who)
    return Response.json({ error: { code: "too_many_requests" } }, { status: 429, headers });
  const saved = await saveDraft(who.actor, params.id, input.output);
  const init = { headers: { ...headers, ...who.headers } };
  if (saved.ok) return Response.json(saved.value, init);
  const { problem } = saved;
  return Response.json({ error: problem }, { ...init, status: statuses[problem.code] });
}
