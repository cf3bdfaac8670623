import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shipping-origin.en.ts";
import { id } from "./shipping-origin.id.ts";

export const { use: useShippingOriginWords } = defineMessages(id, en);
