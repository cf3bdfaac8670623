/** The work as staff see it: by what it waits for. */
export const queueViews = [
  "look",
  "waiting",
  "revision",
  "ready",
  "printing",
  "held",
  "all",
] as const;
export type QueueView = (typeof queueViews)[number];
