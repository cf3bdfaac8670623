import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./segments.en.ts";
import { id } from "./segments.id.ts";

export const { of: segmentWords, use: useSegmentWords } = defineMessages(id, en);
