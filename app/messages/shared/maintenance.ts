import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./maintenance.en.ts";
import { id } from "./maintenance.id.ts";

export const { of: maintenanceWords } = defineMessages(id, en);
