import { redirect } from "react-router";
import * as v from "valibot";
import { requireStaff } from "#app/access.server.ts";
import { type RevisionAnswer, RevisionBoard } from "#app/designer/revision-board.tsx";
import { languageOf, useLocalPath } from "#app/language.ts";
import { revisionWords } from "#app/messages/shared/revision.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readJson } from "#app/read-form.server.ts";
import { localPath } from "#base/language.ts";
import { findRevision } from "#shop/customisations/find-revision.server.ts";
import { sendDocumentSchema, sendProof } from "#shop/customisations/send-proof.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/board-page";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

/** A sent version cannot be changed again here; the page is left then. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: revisionWords(languageOf(source.location.pathname)).title(
      source.loaderData?.start.goods ?? "",
    ),
    hidden: true,
  });

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
  if (!input.success) {
    const isNote = input.issues.some(({ message }) => message === "note_missing");
    return { problem: isNote ? "note_missing" : "invalid_input" };
  }
  const sent = await sendProof(staff, input.output);
  return sent.ok ? { isSent: true } : { problem: sent.problem };
}

export default function StaffBoardPage({ loaderData: { start } }: Route.ComponentProps) {
  const to = useLocalPath();
  return (
    <RevisionBoard
      key={start.id}
      start={start}
      side="staff"
      back={to(`/admin/customisations/${start.id}`)}
    />
  );
}
