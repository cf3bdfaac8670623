import { counted } from "#base/plural.ts";
import type { id } from "./design-moved.id.ts";

export const en: typeof id = {
  title: "This product is printed in another way since this design was saved. Nothing is lost:",
  variant: (label) =>
    label === ""
      ? "Your option is no longer sold, so it was replaced."
      : `Your option is no longer sold. It is now: ${label}.`,
  resized: (side, from, to) =>
    `${side}: the area went from ${from} to ${to} mm, so what is in it was adjusted.`,
  gone: (side, layers, to) =>
    `${side} is no longer printed: ${counted(layers, "layer is", "layers are")} kept hidden on ${to}.`,
  unknownSide: "One side",
  fits: "Everything is in its place and fits.",
  unread: "The former way of printing cannot be read. Check the place and size of everything.",
  close: "Got it",
};
