import * as v from "valibot";
import { badRequest } from "#app/read-form.server.ts";
import { endOtherSessions, endSession } from "#shop/customers/sessions.server.ts";
import { renameFactor } from "#shop/customers/sign-in-methods.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { textLine } from "#shop/kernel/text-line.ts";

const id = v.pipe(v.string(), v.uuid());
const formSchema = v.variant("intent", [
  v.strictObject({ intent: v.literal("end-others") }),
  v.strictObject({ intent: v.literal("end"), id }),
  v.strictObject({ intent: v.literal("rename-factor"), id, name: textLine(40) }),
]);

/** `problem` is a stable code. */
export interface SecurityAnswer {
  readonly problem: string | null;
}

/** Handles the forms of the security page. @throws a 400 answer */
export async function answerSecurityForm(actor: Person, form: FormData): Promise<SecurityAnswer> {
  const checked = v.safeParse(formSchema, Object.fromEntries(form));
  if (!checked.success) {
    const isName = checked.issues.every((issue) => issue.path?.[0]?.key === "name");
    if (isName && form.get("intent") === "rename-factor") return { problem: "name_missing" };
    throw badRequest();
  }
  const asked = checked.output;
  switch (asked.intent) {
    case "end-others":
      await endOtherSessions(actor);
      return { problem: null };
    case "end":
      await endSession(actor, asked.id);
      return { problem: null };
    case "rename-factor": {
      const renamed = await renameFactor(actor, asked.id, asked.name);
      return { problem: renamed.ok ? null : renamed.problem };
    }
  }
}
