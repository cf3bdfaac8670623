import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-blocks.en.ts";
import { id } from "./campaign-blocks.id.ts";

export const { use: useCampaignBlockWords } = defineMessages(id, en);
