import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./special-inks.en.ts";
import { id } from "./special-inks.id.ts";

export const { use: useSpecialInkWords } = defineMessages(id, en);
