import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-pictures.en.ts";
import { id } from "./campaign-pictures.id.ts";

export const { use: usePictureWords } = defineMessages(id, en);
