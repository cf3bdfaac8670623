import type { id } from "./tracking.id.ts";

export const en: typeof id = {
  at: (courier) => `Track it on the site of ${courier}`,
  requestNumber: "Get a tracking number from the courier",
  track: "Ask the courier",
  noStatus: "The courier names no status yet.",
};
