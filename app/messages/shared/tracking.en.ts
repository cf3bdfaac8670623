import type { id } from "./tracking.id.ts";

export const en: typeof id = {
  at: (courier) => `Track it on the site of ${courier}`,
};
