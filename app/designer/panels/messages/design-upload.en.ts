import type { id } from "./design-upload.id.ts";

export const en: typeof id = {
  choose: "Choose a picture",
  hint: "JPEG, PNG, WebP or AVIF up to 25 MB. Use only pictures that you may use.",
  sending: (name: string) => `Sending ${name}`,
  checking: "Checking the picture…",
  cancel: "Cancel",
  retry: "Send again",
  converted: "The picture’s colours were adjusted for print and may look slightly different.",
  problems: {
    picture_too_many_bytes: "The file is over 25 MB. Make it smaller and choose it again.",
    picture_too_many_pixels: "The picture is too large. Reduce it to 80 megapixels.",
    picture_side_too_long: "A side is over 12,000 pixels. Make it smaller and choose it again.",
    picture_too_small: "The picture is too small to print. Choose a larger one.",
    picture_too_heavy: "This picture is too heavy to read. Save it again as JPEG.",
    picture_animated: "Moving pictures cannot be printed. Save one frame as PNG.",
    too_many_requests: "Too many pictures within an hour. Try again later.",
    captcha_failed: "We could not check that you are no robot. Try again.",
    too_many_pictures:
      "Your account’s space for pictures is full. Delete designs you no longer use.",
    busy: "It is busy now. Try again in a moment.",
    offline: "The picture was not sent. Check your connection and try again.",
    picture_wrong_type: "This file is not a JPEG, PNG, WebP or AVIF. Send one of these.",
    picture_is_drawing:
      "PDF, AI, CDR, PSD and SVG cannot be read. In the program it comes from, export it as PNG at 300 dpi (transparent background), then choose that PNG.",
    picture_is_heic:
      "HEIC photos cannot be read. On an iPhone, save it as JPEG in Files, or take it again with Settings, Camera, Formats, Most Compatible.",
    other: "This file cannot be read as a picture. Send a JPEG or PNG.",
  },
};
