import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-upload.en.ts";
import { id } from "./design-upload.id.ts";

export const { use: useDesignUploadWords } = defineMessages(id, en);
