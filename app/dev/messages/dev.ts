import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./dev.en.ts";
import { id } from "./dev.id.ts";

export const { of: devWords, use: useDevWords } = defineMessages(id, en);
