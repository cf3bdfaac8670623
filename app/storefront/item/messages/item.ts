import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./item.en.ts";
import { id } from "./item.id.ts";

export const { use: useItemWords } = defineMessages(id, en);
