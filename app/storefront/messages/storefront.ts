import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./storefront.en.ts";
import { id } from "./storefront.id.ts";

export const { use: useShopWords } = defineMessages(id, en);
