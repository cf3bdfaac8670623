import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-price.en.ts";
import { id } from "./design-price.id.ts";

export const { use: useDesignPriceWords } = defineMessages(id, en);
