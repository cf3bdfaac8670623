import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./costs.en.ts";
import { id } from "./costs.id.ts";

export const { of: costWords, use: useCostWords } = defineMessages(id, en);
