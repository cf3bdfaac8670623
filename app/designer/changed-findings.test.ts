import { expect, test } from "vitest";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { changedFindings } from "./changed-findings.ts";

const outside = (layer: string, millimetres: number): Finding => ({
  code: "outside_safe",
  severity: "warns",
  side: "front",
  layer,
  millimetres,
});

test("a problem comes and goes with its layer, not with its millimetres", () => {
  const [a, b] = [outside("a", 2), outside("b", 1)];
  expect(changedFindings([a], [a, b])).toEqual({ come: [b], gone: [] });
  expect(changedFindings([a, b], [outside("a", 3)])).toEqual({ come: [], gone: [b] });
  expect(changedFindings([a], [outside("a", 5)])).toEqual({ come: [], gone: [] });
});
