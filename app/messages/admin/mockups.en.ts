import type { id } from "./mockups.id.ts";

export const en: typeof id = {
  title: (product) => `Photos for designs of ${product}`,
  lead: "Choose a photo of the plain item, then mark where it is printed. Buyers' designs are shown on that photo, with its shadows.",
  back: "Back to the photos",
  toDesigner: "Try it in the designer",
  notPrinted: "This item has no printed area yet, so there is no design to show.",
  noPictures: "This item has no photo yet. Upload one of the plain item first.",
  present: "Photos in use",
  none: "None yet. Without your own photo, a built-in picture or the flat print is shown.",
  remove: "Stop using",
  add: "Add a photo",
  picture: "Photo",
  pictureOf: (nth) => `Photo ${nth}`,
  place: "Printed area",
  corners: "Corners of the printed area",
  cornersHint: "Drag each corner, or type its distance in percent from the left and from the top.",
  cornerNames: ["Upper left", "Upper right", "Lower right", "Lower left"],
  fromLeft: (corner) => `${corner}, from the left`,
  fromTop: (corner) => `${corner}, from the top`,
  save: "Use this photo",
  saved: "The photo is in use. Buyers' designs are shown on it now.",
  removed: "The photo is no longer used.",
  problems: {
    corners_invalid:
      "The corners cross or are too close. Place them clockwise, beginning at the upper left.",
    picture_missing: "This photo is gone. Reload the page.",
    place_unknown: "This printed area is gone. Reload the page.",
    busy: "The shop is working on many pictures. Try again in a moment.",
    not_permitted: "You may not change photos.",
    invalid_input: "Something is missing. Reload the page, then try again.",
  },
};
