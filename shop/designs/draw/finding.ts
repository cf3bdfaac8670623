import type { DrawProblemCode } from "./draw-document.ts";

export type FindingCode =
  | DrawProblemCode
  | "arc_straightened"
  | "design_empty"
  | "only_hidden_layers"
  | "layer_hidden"
  | "outside_trim"
  | "outside_safe"
  | "outside_print"
  | "picture_cut"
  | "over_hole"
  | "on_seam"
  | "seam_covers"
  | "seam_overlap"
  /** Text completely under a picture. */
  | "text_covered"
  | "dpi_below_floor"
  | "dpi_below_min"
  | "dpi_below_target"
  | "picture_gone"
  /** A picture is being sent or checked: it would not be in the print. The board alone knows. */
  | "picture_waits"
  | "stroke_too_thin"
  | "text_too_small"
  | "low_contrast"
  | "colour_not_in_palette"
  | "colour_shifts"
  | "too_many_inks"
  | "too_many_layers"
  | "tool_not_allowed"
  | "font_not_allowed"
  | "font_retired"
  | "slot_empty"
  | "field_missing"
  | "field_too_long"
  | "field_invalid"
  | "template_words"
  | "word_doubled"
  | "cut_islands"
  | "cut_too_thin";

/** A change of one layer that removes the finding. */
export type Repair =
  | { readonly kind: "move"; readonly dx: number; readonly dy: number }
  | { readonly kind: "scale"; readonly factor: number }
  | { readonly kind: "resize"; readonly w: number; readonly h: number }
  | { readonly kind: "stroke"; readonly width: number }
  | { readonly kind: "size"; readonly size: number }
  /** `colour`: the nearest of a palette; `printed`: what the printer makes of it. */
  | { readonly kind: "colour" | "printed"; readonly from: string; readonly to: string }
  /** @see FontEntry */
  | { readonly kind: "font"; readonly font: string; readonly family: string }
  | { readonly kind: "remove" }
  | { readonly kind: "show" };

export interface Finding {
  readonly code: FindingCode;
  /** `blocks`: the design cannot be ordered. */
  readonly severity: "blocks" | "warns";
  readonly side?: string;
  readonly area?: string;
  readonly layer?: string;
  /** Name of the layer, or its words; empty where it has neither. */
  readonly name?: string;
  /** Name of the other layer that it lies on or under. */
  readonly other?: string;
  /** How far outside, how thin or how small, in millimetres. */
  readonly millimetres?: number;
  readonly dpi?: number;
  readonly letter?: string;
  readonly colour?: string;
  readonly repair?: Repair;
}
