import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./personalise.en.ts";
import { id } from "./personalise.id.ts";

export const { use: usePersonaliseWords } = defineMessages(id, en);
