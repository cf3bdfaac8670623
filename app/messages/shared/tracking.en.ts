import type { id } from "./tracking.id.ts";

export const en: typeof id = {
  at: (courier) => `Track on ${courier}`,
  requestNumber: "Get a tracking number from the courier",
  track: "Ask the courier",
  noStatus: "The courier has no status yet.",
};
