import { useMemo, useState } from "react";
import { blurredDpi } from "#shop/designs/blur.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";

interface Blurred {
  /** Which pictures, and how blurred: one that is enlarged afterwards is asked about again. */
  readonly key: string;
  /** Dots an inch of the worst of them. */
  readonly dpi: number;
}

/** Of the board a layer, of the form a field. */
type Found = Pick<Finding, "dpi" | "layer"> & {
  readonly code: string;
  readonly field?: string | null;
};

function blurredOf(findings: readonly Found[]): Blurred | null {
  const dpi = blurredDpi(findings);
  if (dpi === null) return null;
  const found = findings.filter(({ code }) => code === "dpi_below_min");
  const key = found.map(({ layer, field, dpi }) => `${layer ?? field} ${dpi}`).join(", ");
  return { key, dpi };
}

/** Pictures that will be seen blurred are printed only where the buyer says so. */
export function useBlurTick(findings: readonly Found[]) {
  const [agreed, setAgreed] = useState<string | null>(null);
  const [wasAsked, setAsked] = useState(false);
  const blurred = useMemo(() => blurredOf(findings), [findings]);
  const isTicked = blurred !== null && blurred.key === agreed;
  return {
    /** Null: there is nothing to say. */
    dpi: blurred?.dpi ?? null,
    isTicked,
    onTick: (isOn: boolean) => setAgreed(isOn ? (blurred?.key ?? null) : null),
    /** Somebody went on without the tick. */
    isMissing: wasAsked && blurred !== null && !isTicked,
    /** @param found the findings of this moment @returns whether the buyer may go on; else they are asked */
    passes(found: readonly Found[]): boolean {
      const now = blurredOf(found);
      if (!now || now.key === agreed) return true;
      setAsked(true);
      return false;
    },
  };
}
