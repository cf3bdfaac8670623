import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./sales.en.ts";
import { id } from "./sales.id.ts";

export const { of: saleWords, use: useSaleWords } = defineMessages(id, en);
