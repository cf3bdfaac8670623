import { redirect } from "react-router";
import * as v from "valibot";
import { requireStaff } from "#app/access.server.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import type { RevisionAnswer } from "#app/designer/revision-board.tsx";
import {
  keepRevision,
  RevisionPage,
  revisionMeta,
  revisionProblem,
} from "#app/designer/revision-page.tsx";
import { languageOf } from "#app/language.ts";
import { readJson } from "#app/read-form.server.ts";
import { localPath } from "#base/language.ts";
import { findRevision } from "#shop/production/customisations/find-revision.server.ts";
import {
  sendDocumentSchema,
  sendProof,
} from "#shop/production/customisations/proofs/send-proof.server.ts";
import type { Route } from "./+types/board-page";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

export { keepRevision as shouldRevalidate, revisionMeta as meta };

/** The buyer's drawing board for staff: what they draw is a proof that the buyer decides about. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.review");
  const start = await findRevision(staff, params.id, "staff");
  // The page of the design says why it cannot be changed now, or that there is none.
  if (!start)
    throw redirect(
      localPath(languageOf(url.pathname), `/admin/customisations/${encodeURIComponent(params.id)}`),
    );
  return { start };
}

export async function action({
  params,
  request,
  context,
}: Route.ActionArgs): Promise<RevisionAnswer> {
  const staff = staffWith(context, "customisations.review");
  const { checked: _, ...rest } = await readJson(request);
  const input = v.safeParse(sendDocumentSchema, { ...rest, customisation_id: params.id });
  if (!input.success) return { problem: revisionProblem(input.issues, "note_missing") };
  const sent = await sendProof(staff, input.output);
  return sent.ok ? { isSent: true } : { problem: sent.problem };
}

export default function StaffBoardPage({ loaderData: { start } }: Route.ComponentProps) {
  return <RevisionPage start={start} side="staff" back={`/admin/customisations/${start.id}`} />;
}
