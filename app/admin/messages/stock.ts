import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./stock.en.ts";
import { id } from "./stock.id.ts";

export const { of: stockWords, use: useStockWords } = defineMessages(id, en);
