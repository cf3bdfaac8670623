import {
  addBuyerNote,
  pinBuyerNote,
  retractBuyerNote,
} from "#shop/customers/buyers/buyer-notes.server.ts";
import { tagBuyer } from "#shop/customers/buyers/tag-buyer.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface CustomerAnswer {
  readonly done?: string;
  /** A stable code; the page translates it. */
  readonly problem?: string;
}

/** Handles the forms of a buyer's page: notes and tags. */
export async function answerCustomerForm(
  actor: Person,
  buyerId: string,
  form: FormData,
): Promise<CustomerAnswer> {
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const intent = field("intent");
  const result = await (() => {
    switch (intent) {
      case "note":
        return addBuyerNote(actor, buyerId, { id: field("id"), text: field("text") });
      case "pin":
      case "unpin":
        return pinBuyerNote(actor, buyerId, field("id"), intent === "pin");
      case "retract":
        return retractBuyerNote(actor, buyerId, field("id"));
      case "tag":
      case "untag":
        return tagBuyer(actor, buyerId, field("tag"), intent === "tag");
      default:
        return undefined;
    }
  })();
  if (!result) return { problem: "invalid_input" };
  return result.ok ? { done: intent } : { problem: result.problem };
}
