import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./product-search.en.ts";
import { id } from "./product-search.id.ts";

export const { use: useProductSearchWords } = defineMessages(id, en);
