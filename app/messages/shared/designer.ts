import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./designer.en.ts";
import { id } from "./designer.id.ts";

export const { use: useDesignerWords, of: designerWords } = defineMessages(id, en);
export type DesignerWords = ReturnType<typeof useDesignerWords>;
