import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./remarks.en.ts";
import { id } from "./remarks.id.ts";

export const { use: useRemarksWords } = defineMessages(id, en);
