import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { type Automation, automationDays } from "#shop/mailing/automations/automation.ts";
import {
  saveAutomationDays,
  switchAutomation,
} from "#shop/mailing/automations/switch-automation.server.ts";
import { answerCampaign, type CampaignAnswer } from "../campaigns/campaign-action.server.ts";

/** Handles the forms of an automation; its text is saved and tested as a campaign's draft is. */
export async function answerAutomation(
  actor: Person,
  { slug, template }: Pick<Automation, "slug" | "template">,
  form: FormData,
): Promise<CampaignAnswer> {
  const intent = String(form.get("intent") ?? "");
  if (["save", "test", "restore"].includes(intent)) return answerCampaign(actor, template, form);
  if (intent === "on" || intent === "off") {
    const switched = await switchAutomation(actor, slug, intent === "on");
    return switched.ok ? { intent, done: true } : { intent, problem: switched.problem };
  }
  if (intent !== "days") return { intent: "", problem: "invalid_input" };
  const whole = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" && /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
  };
  const input = v.safeParse(automationDays, {
    after_days: whole("after_days"),
    quiet_days: whole("quiet_days"),
  });
  if (!input.success) {
    return { intent, problem: "invalid_input", problems: formProblems(input.issues) };
  }
  const saved = await saveAutomationDays(actor, slug, input.output);
  return saved.ok ? { intent, done: true } : { intent, problem: saved.problem };
}
