import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./sending-health.en.ts";
import { id } from "./sending-health.id.ts";

export const { of: sendingHealthWords, use: useSendingHealthWords } = defineMessages(id, en);
