import { redirect } from "react-router";
import * as v from "valibot";
import { requireSignedIn } from "#app/access.server.ts";
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
import { reviseDesign, reviseSchema } from "#shop/production/revisions/revise-design.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/board-page";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

export { keepRevision as shouldRevalidate, revisionMeta as meta };

/** The drawing board for a design that was rejected, or that its buyer asked to be changed. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const start = await findRevision(personOf(context), params.design, "buyer");
  if (!start || start.order_id !== params.id) {
    // The page of the designs says why it cannot be changed now, or that there is none.
    const page = `/dashboard/orders/${encodeURIComponent(params.id)}/Customisation`;
    throw redirect(localPath(languageOf(url.pathname), page));
  }
  return { start };
}

export async function action({
  params,
  request,
  context,
}: Route.ActionArgs): Promise<RevisionAnswer> {
  const body = await readJson(request);
  const input = v.safeParse(reviseSchema, { ...body, customisation_id: params.design });
  if (!input.success) return { problem: revisionProblem(input.issues, "words_unchecked") };
  const sent = await reviseDesign(personOf(context), input.output);
  return sent.ok ? { isSent: true, toPay: sent.value.to_pay } : { problem: sent.problem };
}

export default function BuyerBoardPage({ loaderData: { start } }: Route.ComponentProps) {
  return (
    <RevisionPage
      start={start}
      side="buyer"
      back={`/dashboard/orders/${start.order_id}/Customisation`}
    />
  );
}
