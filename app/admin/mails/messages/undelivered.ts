import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./undelivered.en.ts";
import { id } from "./undelivered.id.ts";

export const { use: useUndeliveredWords } = defineMessages(id, en);
