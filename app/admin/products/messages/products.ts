import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./products.en.ts";
import { id } from "./products.id.ts";

export const { of: productWords, use: useProductWords } = defineMessages(id, en);
