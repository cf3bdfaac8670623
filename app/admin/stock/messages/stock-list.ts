import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./stock-list.en.ts";
import { id } from "./stock-list.id.ts";

export const { of: stockListWords, use: useStockListWords } = defineMessages(id, en);
