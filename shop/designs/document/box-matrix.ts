import type { Layer } from "./document.ts";
import { type Matrix, multiply, rotation, scaling, translation } from "./geometry.ts";

type LayerBox = Pick<Layer, "x" | "y" | "w" | "h" | "angle" | "flip">;

/** From the layer's box (its upper left corner is the origin) to what surrounds it. */
export function boxMatrix({ x, y, w, h, angle, flip }: LayerBox): Matrix {
  const mirror = scaling(
    flip === "x" || flip === "both" ? -1 : 1,
    flip === "y" || flip === "both" ? -1 : 1,
  );
  const turned = multiply(multiply(translation(x, y), rotation(angle)), mirror);
  return multiply(turned, translation(-w / 2, -h / 2));
}
