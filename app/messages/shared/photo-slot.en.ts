import type { id } from "./photo-slot.id.ts";

export const en: typeof id = {
  choose: "Choose your photo",
  replace: "Replace the photo",
  empty: "Empty the frame",
  hint: "The photo fills this frame. Then you can choose which part of it is seen.",
  view: "Visible part of the photo",
  across: "Move across",
  down: "Move up and down",
  zoom: "Enlarge the photo",
  percent: (value: number) => `${value}%`,
  fit: "How it fits",
  fits: { cover: "Fill the frame", contain: "Whole photo" },
};
