import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import type { Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { campaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { sendAgain } from "#shop/mailing/campaigns/send/send-again.server.ts";
import {
  type CampaignStep,
  sendCampaign,
  stepCampaign,
} from "#shop/mailing/campaigns/start-sending.server.ts";
import { arms } from "#shop/mailing/campaigns/trial/arm.ts";
import { chooseWinner } from "#shop/mailing/campaigns/trial/choose-winner.server.ts";
import { restoreDraft } from "#shop/mailing/campaigns/write/draft-history.server.ts";
import {
  deleteDraft,
  duplicateCampaign,
  saveCampaign,
} from "#shop/mailing/campaigns/write/save-campaign.server.ts";
import { sendTest } from "#shop/mailing/campaigns/write/send-test.server.ts";
import { newTemplate } from "#shop/mailing/campaigns/write/template.ts";
import { saveTemplate } from "#shop/mailing/campaigns/write/templates.server.ts";

export interface CampaignAnswer {
  readonly intent: string;
  readonly done?: true;
  /** Where it is after a save. */
  readonly id?: string;
  /** After a save: what the next one has to name. */
  readonly version?: number;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
}

const steps: readonly string[] = [
  "pause",
  "resume",
  "cancel",
  "unschedule",
] satisfies CampaignStep[];

/** Handles the forms of a campaign. @param id of its address; a draft is made by its first save */
export async function answerCampaign(
  actor: Person,
  id: string,
  form: FormData,
): Promise<CampaignAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const whole = (name: string) =>
    /^\d{1,9}$/.test(text(name).replaceAll(".", ""))
      ? Number(text(name).replaceAll(".", ""))
      : Number.NaN;
  const intent = text("intent");
  if (intent === "save") {
    const input = v.safeParse(campaignInput, {
      id,
      version: whole("version"),
      name: text("name"),
      topic: text("topic"),
      segment_id: text("segment_id") || null,
      voucher_promotion_id: text("voucher_promotion_id") || null,
      holdout: whole("holdout"),
      fallback_language: text("fallback_language") || null,
      window_from: whole("window_from"),
      window_to: whole("window_to"),
      contents: readJson(text("contents")),
    });
    if (!input.success)
      return { intent, problem: "invalid_input", problems: formProblems(input.issues) };
    const saved = await saveCampaign(actor, input.output, { isAuto: text("auto") !== "" });
    if (!saved.ok) return { intent, problem: saved.problem };
    return { intent, done: true, id: input.output.id, version: saved.value.version };
  }
  if (!isUuid(id)) return { intent, problem: "not_found" };
  if (intent === "restore") {
    return answer(intent, await restoreDraft(actor, id, whole("version"), whole("saved")));
  }
  if (intent === "test") {
    const addresses = text("addresses")
      .split(/[\s,;]+/)
      .filter(Boolean);
    return answer(intent, await sendTest(actor, id, addresses, text("key")));
  }
  if (intent === "send") {
    const isLater = text("when") === "later";
    const at = text("scheduled_at").slice(0, 16);
    if (isLater && !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at))
      return { intent, problem: "schedule_past" };
    const order = {
      id,
      version: whole("version"),
      recipients: whole("recipients"),
      scheduled_at: isLater ? at : null,
    };
    if (Number.isNaN(order.recipients)) return { intent, problem: "audience_changed" };
    return answer(intent, await sendCampaign(actor, order));
  }
  if (intent === "template") {
    const input = v.safeParse(newTemplate, { id: text("template"), name: text("name") });
    if (!input.success) {
      return { intent, problem: formProblems(input.issues).name ?? "invalid_input" };
    }
    return answer(intent, await saveTemplate(actor, id, input.output));
  }
  if (intent === "delete") return answer(intent, await deleteDraft(actor, id));
  if (intent === "duplicate") {
    const newId = text("newId");
    if (!isUuid(newId)) return { intent, problem: "invalid_input" };
    return { ...answer(intent, await duplicateCampaign(actor, id, newId)), id: newId };
  }
  if (intent === "again") {
    return answer(intent, await sendAgain(actor, id, form.getAll("n").map(Number)));
  }
  if (intent === "choose") {
    const arm = arms.find((one) => one === text("arm"));
    if (!arm) return { intent, problem: "invalid_input" };
    return answer(intent, await chooseWinner(actor, id, arm));
  }
  if (steps.includes(intent)) {
    return answer(intent, await stepCampaign(actor, id, intent as CampaignStep));
  }
  return { intent, problem: "invalid_input" };
}

function answer(intent: string, result: Result<unknown, string>): CampaignAnswer {
  return result.ok ? { intent, done: true } : { intent, problem: result.problem };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
