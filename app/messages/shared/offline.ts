import { en } from "./offline.en.ts";
import { id } from "./offline.id.ts";

export const offlineWords = { id, en };
