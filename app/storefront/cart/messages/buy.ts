import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./buy.en.ts";
import { id } from "./buy.id.ts";

/** The page of a cart link. */
export const { of: buyWords, use: useBuyWords } = defineMessages(id, en);
