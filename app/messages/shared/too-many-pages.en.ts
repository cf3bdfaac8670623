import type { id } from "./too-many-pages.id.ts";

export const en: typeof id = {
  mark: "one moment",
  title: "Too many pages at once",
  text: "Too many pages were opened from your network within a minute. Wait a moment, then try again.",
  retry: "Try again",
  waiting: "This page loads again by itself in a moment.",
};
