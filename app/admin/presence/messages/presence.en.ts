import type { id } from "./presence.id.ts";

export const en: typeof id = {
  editing: (names) => `${names} editing`,
  reading: (names) => `${names} also here`,
};
