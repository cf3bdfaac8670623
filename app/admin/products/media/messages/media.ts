import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./media.en.ts";
import { id } from "./media.id.ts";

export const { of: mediaWords, use: useMediaWords } = defineMessages(id, en);
