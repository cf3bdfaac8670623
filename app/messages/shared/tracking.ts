import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./tracking.en.ts";
import { id } from "./tracking.id.ts";

export const { use: useTrackingWords } = defineMessages(id, en);
