import { readForm } from "#app/read-form.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/take-upload";
import { takeUpload } from "./media-action.server.ts";

/** An upload has arrived: 200 with `{}`, or 422 with `{problem}` when the file becomes no picture. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = staffWith(context, "media.manage");
  const answer = await takeUpload(actor, params.id, await readForm(request));
  return Response.json(answer, { status: answer.problem ? 422 : 200 });
}
