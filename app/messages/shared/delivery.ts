import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./delivery.en.ts";
import { id } from "./delivery.id.ts";

export const { use: useDeliveryWords } = defineMessages(id, en);
