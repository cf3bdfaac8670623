import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./unsubscribe.en.ts";
import { id } from "./unsubscribe.id.ts";

export const { of: unsubscribeWords, use: useUnsubscribeWords } = defineMessages(id, en);
