import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { beginFromTemplate } from "#shop/mailing/campaigns/write/begin-from-template.server.ts";
import { renamedTemplate, usedTemplate } from "#shop/mailing/campaigns/write/template.ts";
import { deleteTemplate, renameTemplate } from "#shop/mailing/campaigns/write/templates.server.ts";

export interface TemplateAnswer {
  readonly intent: string;
  readonly done?: true;
  /** The draft that was made. */
  readonly campaign?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Handles the forms of the templates. */
export async function answerTemplates(
  actor: Person,
  form: FormData,
  language: Language,
): Promise<TemplateAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const intent = text("intent");
  if (intent === "use") {
    const input = v.safeParse(usedTemplate, { template: text("template"), newId: text("newId") });
    if (!input.success) return { intent, problem: "invalid_input" };
    const made = await beginFromTemplate(actor, input.output, language);
    return made.ok
      ? { intent, done: true, campaign: input.output.newId }
      : { intent, problem: made.problem };
  }
  if (intent === "rename") {
    const version = /^\d{1,9}$/.test(text("version")) ? Number(text("version")) : Number.NaN;
    const values = { id: text("id"), name: text("name"), version };
    const input = v.safeParse(renamedTemplate, values);
    if (!input.success) {
      return { intent, problem: formProblems(input.issues).name ?? "invalid_input" };
    }
    const renamed = await renameTemplate(actor, input.output);
    return renamed.ok ? { intent, done: true } : { intent, problem: renamed.problem };
  }
  if (intent === "delete" && isUuid(text("id"))) {
    const gone = await deleteTemplate(actor, text("id"));
    return gone.ok ? { intent, done: true } : { intent, problem: gone.problem };
  }
  return { intent, problem: "invalid_input" };
}
