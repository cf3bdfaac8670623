import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./home.en.ts";
import { id } from "./home.id.ts";

export const { of: homeWords, use: useHomeWords } = defineMessages(id, en);
