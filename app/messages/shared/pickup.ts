import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./pickup.en.ts";
import { id } from "./pickup.id.ts";

/** Texts of pickup orders. */
export const { use: usePickupWords } = defineMessages(id, en);
