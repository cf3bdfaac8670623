import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./production.en.ts";
import { id } from "./production.id.ts";

export const { of: productionWords, use: useProductionWords } = defineMessages(id, en);
