import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./track.en.ts";
import { id } from "./track.id.ts";

export const { of: trackWords, use: useTrackWords } = defineMessages(id, en);
