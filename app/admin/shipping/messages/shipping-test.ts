import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shipping-test.en.ts";
import { id } from "./shipping-test.id.ts";

export const { use: useShippingTestWords } = defineMessages(id, en);
