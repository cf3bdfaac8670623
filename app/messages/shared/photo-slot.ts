import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./photo-slot.en.ts";
import { id } from "./photo-slot.id.ts";

export const { use: usePhotoSlotWords } = defineMessages(id, en);
