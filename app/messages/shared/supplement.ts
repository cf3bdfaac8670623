import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./supplement.en.ts";
import { id } from "./supplement.id.ts";

export const { use: useSupplementWords } = defineMessages(id, en);
