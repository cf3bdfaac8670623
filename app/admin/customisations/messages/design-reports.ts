import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-reports.en.ts";
import { id } from "./design-reports.id.ts";

export const { use: useDesignReportWords, of: designReportWords } = defineMessages(id, en);
