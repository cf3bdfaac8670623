import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-checks.en.ts";
import { id } from "./design-checks.id.ts";

export const { use: useDesignChecksWords, of: designChecksWords } = defineMessages(id, en);
export type DesignChecksWords = ReturnType<typeof useDesignChecksWords>;
