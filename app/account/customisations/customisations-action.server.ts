import * as v from "valibot";
import { customisationWords } from "#app/account/customisations/messages/customisation.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  deleteDesign,
  designNameSchema,
  duplicateDesign,
  renameDesign,
} from "#shop/production/customisations/drafts/manage-designs.server.ts";
import {
  revokeShare,
  shareDesign,
} from "#shop/production/customisations/sharing/share-design.server.ts";

export interface DesignsAnswer {
  /** The completed action, for the page's message. */
  readonly done?: "renamed" | "copied" | "removed" | "shared" | "revoked";
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Handles the forms of the list of designs: rename, copy, delete, share. */
export async function answerDesigns(
  actor: Person,
  form: FormData,
  language: Language,
): Promise<DesignsAnswer> {
  const id = form.get("id");
  if (!isUuid(id)) return { problem: "design_not_found" };
  switch (form.get("intent")) {
    case "rename": {
      const name = v.safeParse(designNameSchema, form.get("name"));
      if (!name.success) return { problem: name.issues[0].message };
      const renamed = await renameDesign(actor, id, name.output);
      return renamed.ok ? { done: "renamed" } : { problem: renamed.problem };
    }
    case "duplicate": {
      const copyId = form.get("key");
      if (!isUuid(copyId)) return { problem: "invalid_input" };
      const nameOf = customisationWords(language).copyName;
      const copied = await duplicateDesign(actor, id, copyId, nameOf);
      return copied.ok ? { done: "copied" } : { problem: copied.problem };
    }
    case "remove": {
      const removed = await deleteDesign(actor, id);
      return removed.ok ? { done: "removed" } : { problem: removed.problem };
    }
    case "share": {
      const key = form.get("key");
      if (!isUuid(key)) return { problem: "invalid_input" };
      const with_pictures = form.get("pictures") === "1";
      const shared = await shareDesign(actor, id, { id: key, with_pictures });
      return shared.ok ? { done: "shared" } : { problem: shared.problem };
    }
    case "revoke": {
      const revoked = await revokeShare(actor, id);
      return revoked.ok ? { done: "revoked" } : { problem: revoked.problem };
    }
    default:
      return { problem: "unexpected" };
  }
}
