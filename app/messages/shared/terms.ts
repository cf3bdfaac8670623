import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./terms.en.ts";
import { id } from "./terms.id.ts";

export const { of: termsWords, use: useTermsWords } = defineMessages(id, en);
