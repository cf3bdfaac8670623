import type { DesignChecksWords } from "#app/messages/shared/design-checks.ts";
import type { Language } from "#base/language.ts";
import type { Finding, Repair } from "#shop/designs/draw/finding.ts";
import { formatNumber } from "./numbers.ts";

/** What a finding says. */
export function findingText(
  { code, letter = "", millimetres = 0, dpi = 0, other = "" }: Finding,
  { findings }: DesignChecksWords,
  language: Language,
): string {
  switch (code) {
    case "letter_missing":
    case "emoji_missing":
    case "incomplete_spelling":
      return findings[code](letter);
    case "outside_trim":
    case "outside_safe":
    case "picture_cut":
    case "on_seam":
    case "seam_overlap":
    case "stroke_too_thin":
    case "text_too_small":
    case "text_does_not_fit":
      return findings[code](formatNumber(millimetres, language));
    case "seam_covers":
    case "text_covered":
      return findings[code](other);
    case "dpi_below_floor":
    case "dpi_below_min":
    case "dpi_below_target":
      return findings[code](dpi);
    default:
      return findings[code];
  }
}

/** What the button of a repair says. */
export function repairText(
  repair: Repair,
  { repairs }: DesignChecksWords,
  language: Language,
): string {
  const format = (value: number) => formatNumber(value, language);
  switch (repair.kind) {
    case "move":
      return repairs.move(format(repair.dx), format(repair.dy));
    case "scale":
      return repairs.scale(format(repair.factor * 100));
    case "resize":
      return repairs.resize(format(repair.w));
    case "stroke":
      return repairs.stroke(format(repair.width));
    case "font":
      return repairs.font(repair.family);
    case "size":
      return repairs.size(format(repair.size));
    default:
      return repairs[repair.kind];
  }
}
