import type { id } from "./print-profiles.id.ts";

export const en: typeof id = {
  title: "Colour profiles",
  text: "ICC profiles of laser and offset printers",
  back: "Back to settings",
  lead: "With the ICC profile of a printer, print files have its inks (CMYK), and buyers see their colours as they are printed. Black text stays one ink. Ask your printing house for a measured profile.",
  processes: { laser: "Laser printer", offset: "Offset" },
  none: "No profile yet: files are sRGB, and the printer converts the colours itself.",
  saved: (size, time) => `${size} · saved ${time}`,
  file: "Profile",
  fileHint: (most) => `A CMYK output profile, .icc or .icm, of at most ${most}.`,
  choose: "Choose a file",
  save: "Save profile",
  replace: "Replace profile",
  remove: "Remove profile",
  done: "Saved. The next print files use it.",
  removed: "Removed. The next print files are sRGB.",
  problems: {
    profile_missing: "Choose the file of the profile first.",
    profile_too_large: "This file is too large for a profile. Choose another one.",
    profile_not_icc: "This is no ICC profile. Choose an .icc or .icm file of your printing house.",
    profile_not_printer:
      "This is not the profile of a printer, but of a screen, for example. Choose an output profile.",
    profile_not_cmyk: "This profile is not for CMYK. Choose a CMYK output profile.",
    profile_damaged:
      "This profile is cut off or lacks tables. Download it again from your printing house.",
    busy: "Many pictures are being drawn. Try again in a moment.",
    not_permitted: "You can't change this setting.",
    invalid_input: "This form can't be read. Reload the page and try again.",
  },
};
