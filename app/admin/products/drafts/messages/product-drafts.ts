import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./product-drafts.en.ts";
import { id } from "./product-drafts.id.ts";

export const { use: useProductDraftWords } = defineMessages(id, en);
