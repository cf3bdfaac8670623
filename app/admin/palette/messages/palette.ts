import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./palette.en.ts";
import { id } from "./palette.id.ts";

export const { of: paletteWords, use: usePaletteWords } = defineMessages(id, en);
