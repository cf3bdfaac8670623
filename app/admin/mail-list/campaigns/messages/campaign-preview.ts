import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-preview.en.ts";
import { id } from "./campaign-preview.id.ts";

export const { use: usePreviewWords } = defineMessages(id, en);
