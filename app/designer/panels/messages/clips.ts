import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./clips.en.ts";
import { id } from "./clips.id.ts";

export const { use: useClipWords, of: clipWords } = defineMessages(id, en);
