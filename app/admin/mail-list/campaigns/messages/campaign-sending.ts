import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-sending.en.ts";
import { id } from "./campaign-sending.id.ts";

export const { use: useSendingWords } = defineMessages(id, en);
