import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./outcome.en.ts";
import { id } from "./outcome.id.ts";

/** The result of an order, on the page after the checkout. */
export const { of: outcomeWords, use: useOutcomeWords } = defineMessages(id, en);
