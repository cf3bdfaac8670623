import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./printed-colours.en.ts";
import { id } from "./printed-colours.id.ts";

export const { use: usePrintedColourWords } = defineMessages(id, en);
