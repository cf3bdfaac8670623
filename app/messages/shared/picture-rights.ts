import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./picture-rights.en.ts";
import { id } from "./picture-rights.id.ts";

export const { use: usePictureRightsWords } = defineMessages(id, en);
