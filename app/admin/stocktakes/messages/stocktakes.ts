import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./stocktakes.en.ts";
import { id } from "./stocktakes.id.ts";

export const { of: stocktakeWords, use: useStocktakeWords } = defineMessages(id, en);
