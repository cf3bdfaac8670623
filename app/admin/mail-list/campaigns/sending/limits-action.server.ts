import * as v from "valibot";
import type { CampaignAnswer } from "#app/admin/mail-list/campaigns/campaign-action.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { saveSendingLimits } from "#shop/mailing/campaigns/sending-limits.server.ts";
import { sendingLimits } from "#shop/mailing/campaigns/sending-limits.ts";

/** Handles the form of the limits of sending. */
export async function answerLimits(actor: Person, form: FormData): Promise<CampaignAnswer> {
  const intent = "limits";
  const whole = (name: string) => {
    const value = form.get(name);
    return typeof value === "string"
      ? (readAmount(value.replaceAll("\0", "")) ?? Number.NaN)
      : Number.NaN;
  };
  const input = v.safeParse(sendingLimits, {
    per_second: whole("per_second"),
    per_hour: form.get("per_hour") === "" ? null : whole("per_hour"),
    per_day: form.get("per_day") === "" ? null : whole("per_day"),
    mails: whole("mails"),
    days: whole("days"),
    click_days: whole("click_days"),
    warms_up: form.get("warms_up") === "on",
  });
  if (!input.success) {
    return { intent, problem: "invalid_input", problems: formProblems(input.issues) };
  }
  const saved = await saveSendingLimits(actor, input.output);
  return saved.ok ? { intent, done: true } : { intent, problem: saved.problem };
}
