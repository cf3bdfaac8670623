import { data, type RouterContextProvider, redirect } from "react-router";
import * as v from "valibot";
import { networkContext } from "#app/context.ts";
import { readForm } from "#app/read-form.server.ts";
import { languageOfPath, localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { copyShared } from "#shop/production/customisations/sharing/copy-shared.server.ts";
import {
  reportDesign,
  reportSchema,
} from "#shop/production/customisations/sharing/report-design.server.ts";
import { whoDesigns } from "../api/guest.server.ts";

export interface SharedAnswer {
  readonly isReported?: boolean;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

const statuses: Readonly<Record<string, number>> = {
  design_not_found: 404,
  too_many_designs: 409,
  too_many_pictures: 409,
  too_many_requests: 429,
};

/**
 * Handles the forms of a shared design. A copy is opened in the designer; a guest gets a key with it. 404 for a link that shows
 * nothing, 409 for more than an account or a guest may keep, 422 for what is incomplete, 429 for too many requests.
 */
export async function answerShared(
  token: string,
  {
    request,
    url,
    context,
  }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
) {
  const form = await readForm(request);
  const network = context.get(networkContext);
  const key = form.get("key");
  switch (form.get("intent")) {
    case "copy": {
      if (!isUuid(key)) return refuse("invalid_input");
      const who = await whoDesigns(request, context);
      if (!who) return refuse("too_many_requests");
      const copied = await copyShared(who.actor, token, key, network);
      if (!copied.ok) return refuse(copied.problem);
      const language = languageOfPath(url.pathname.toLowerCase());
      const designer = localPath(language, `/item/${copied.value.slug}/Design`);
      return redirect(`${designer}?design=${key}`, { headers: who.headers });
    }
    case "report": {
      const filled = { id: key, reason: form.get("reason"), note: form.get("note") };
      const input = v.safeParse(reportSchema, filled);
      if (!input.success) return refuse(problemOf(input.issues));
      const reported = await reportDesign(token, input.output, network);
      return reported.ok ? data<SharedAnswer>({ isReported: true }) : refuse(reported.problem);
    }
    default:
      return refuse("invalid_input");
  }
}

function refuse(problem: string) {
  return data<SharedAnswer>({ problem }, { status: statuses[problem] ?? 422 });
}

/** The codes of the schema are words in lower case; its own sentences are none. */
function problemOf(issues: readonly { readonly message: string }[]): string {
  return (
    issues.map(({ message }) => message).find((code) => /^[a-z_]+$/.test(code)) ?? "invalid_input"
  );
}
