import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./product-list.en.ts";
import { id } from "./product-list.id.ts";

export const { of: listWords, use: useListWords } = defineMessages(id, en);
