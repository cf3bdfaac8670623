import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  beginTermsDraft,
  dropTermsDraft,
  publishTermsDraft,
  saveTermsDraft,
  termsDraftSchema,
} from "#shop/settings/terms/terms-drafts.server.ts";

export interface TermsAnswer {
  readonly done?: "begin" | "save" | "publish" | "drop";
  /** Which draft was begun, or which version published. */
  readonly of?: string;
  /** The draft as it was saved. */
  readonly revision?: number;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field that needs to be put right. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Handles the forms of the terms: begin, save, publish or discard a draft. */
export async function answerTerms(actor: Person, form: FormData): Promise<TermsAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const draft = text("draft");
  const revision = /^\d{1,9}$/.test(text("revision")) ? Number(text("revision")) : 0;
  switch (form.get("intent")) {
    case "begin": {
      const begun = await beginTermsDraft(actor, draft);
      return begun.ok ? { done: "begin", of: begun.value.draft_id } : { problem: begun.problem };
    }
    case "save": {
      const input = v.safeParse(termsDraftSchema, {
        version: text("version"),
        in_force_from: text("in_force_from"),
        id: text("id"),
        en: text("en"),
      });
      if (!input.success) return { problems: formProblems(input.issues) };
      const saved = await saveTermsDraft(actor, draft, revision, input.output);
      return saved.ok
        ? { done: "save", revision: saved.value.revision }
        : { problem: saved.problem };
    }
    case "publish": {
      const published = await publishTermsDraft(actor, draft, revision, text("version"));
      return published.ok
        ? { done: "publish", of: published.value.version }
        : { problem: published.problem };
    }
    case "drop": {
      const dropped = await dropTermsDraft(actor, draft);
      return dropped.ok ? { done: "drop" } : { problem: dropped.problem };
    }
    default:
      return { problem: "invalid_input" };
  }
}
