import { counted } from "#base/plural.ts";
import type { id } from "./personalise.id.ts";

export const en: typeof id = {
  title: "Add your name",
  ownTitle: "Make it yours",
  style: "Style",
  letters: (typed, max) => `${typed} of ${counted(max, "letter", "letters")}`,
  digits: (typed, max) => `${typed} of ${counted(max, "digit", "digits")}`,
  beyond: (above, price) =>
    `${counted(above, "letter", "letters")} included, then ${price} a letter.`,
  preview: (text) => `Print: ${text}`,
  empty: "Type to see the print here.",
  illustration: "Illustration. Printed colours can be a little softer.",
  more: "Change more",
  roster: "Several people? Fill in a list of names",
  photo: (name) => `Photo: ${name}`,
  choosePhoto: "Choose your photo",
  replacePhoto: "Replace the photo",
  removePhoto: "Take out",
  optionalPhoto: "(optional)",
  sketch: "The grey frame waits for your photo.",
  blurred: {
    near: "This photo looks a little blurred from close up.",
    far: "This photo will look blurred. Choose a larger one.",
  },
  missing: {
    text: (label) => `Type the ${label.toLocaleLowerCase("en")} first`,
    photo: "Choose a photo first",
  },
  problems: {
    photoMissing: "Choose your photo first.",
    photoGone: "This photo is gone. Upload it again.",
    photoBlurred: "This photo is too small to print. Choose a larger one.",
    missing: "Type what to print first.",
    tooLong: (max) => `${counted(max, "character at", "characters at")} most.`,
    letter: (letter) => `“${letter}” is not in this style. Remove it or choose another style.`,
    refused: (letter) => `“${letter}” cannot be used here. Remove or replace it.`,
    tooWide: (fits) =>
      fits > 0
        ? `Too long to print: ${counted(fits, "letter fits", "letters fit")}. Make the text shorter.`
        : "Too long to print. Make the text shorter.",
    numbers: "Write digits only.",
    dates: "Write the date in letters and digits, for example 17 August 2026.",
    unseen: "This text is not visible on this colour. Choose another style or colour.",
    other: "This text cannot be printed. Use ordinary letters.",
  },
  failures: {
    offline: "The design is not kept yet. Check your connection, then try again.",
    too_many_requests: "Too many designs in one hour. Try again later.",
    blur_unticked:
      "A picture will look blurred. Make it smaller, replace it, or tick to print it anyway.",
    photo_sending:
      "The photo is still being sent or checked. Wait until it shows, then press again.",
    rights_missing: "Tick first that you may use the pictures.",
    not_found: "This style is gone. Reload the page.",
  },
};
