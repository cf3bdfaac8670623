import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./pay-link.en.ts";
import { id } from "./pay-link.id.ts";

export const { of: payLinkWords, use: usePayLinkWords } = defineMessages(id, en);
