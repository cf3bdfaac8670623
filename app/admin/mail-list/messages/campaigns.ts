import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaigns.en.ts";
import { id } from "./campaigns.id.ts";

export const { of: campaignWords, use: useCampaignWords } = defineMessages(id, en);
