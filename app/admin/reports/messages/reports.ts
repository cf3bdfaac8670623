import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./reports.en.ts";
import { id } from "./reports.id.ts";

export const { of: reportWords, use: useReportWords } = defineMessages(id, en);
