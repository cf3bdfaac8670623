import { redirect } from "react-router";
import { badRequest } from "#app/read-form.server.ts";
import { type Language, localPath } from "#base/language.ts";
import {
  askSubscriber,
  forgetSubscriber,
  type StaffConsentProblem,
  stopSubscriber,
  tagSubscriber,
} from "#shop/consent/subscribers/staff-consent.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface SubscriberAnswer {
  readonly done?: "ask" | "stop" | "tags";
  readonly problem?: StaffConsentProblem | "not_askable" | "tags_invalid";
}

/** Handles the acts of staff on a subscriber. Who was forgotten has no page any more. */
export async function answerSubscriberForm(
  staff: Person,
  id: string,
  form: FormData,
  language: Language,
): Promise<SubscriberAnswer> {
  switch (form.get("intent")) {
    case "ask": {
      const asked = await askSubscriber(staff, id);
      return asked.ok ? { done: "ask" } : { problem: asked.problem };
    }
    case "tags": {
      const tags = form.get("tags");
      if (typeof tags !== "string") throw badRequest();
      const tagged = await tagSubscriber(staff, id, tags);
      return tagged.ok ? { done: "tags" } : { problem: tagged.problem };
    }
    case "stop": {
      const stopped = await stopSubscriber(staff, id);
      return stopped.ok ? { done: "stop" } : { problem: stopped.problem };
    }
    case "forget": {
      const forgotten = await forgetSubscriber(staff, id);
      if (!forgotten.ok) return { problem: forgotten.problem };
      throw redirect(localPath(language, "/admin/MailList/Subscribers"));
    }
    default:
      throw badRequest();
  }
}
