import { useProofWords } from "#app/messages/shared/proof.ts";
import {
  type ProofSheet,
  type Sharpness,
  type SheetPicture,
  sharpnesses,
} from "#shop/production/customisations/proofs/proof-sheet.ts";

/** Each with a dash of its own, so that colour is not needed to tell them apart. */
const looks: Readonly<Record<Sharpness, { fill: string; swatch: string; dash?: string }>> = {
  sharp: { fill: "fill-green/55 stroke-green-ink", swatch: "bg-green border-green-ink" },
  soft: {
    fill: "fill-yellow/65 stroke-yellow-ink",
    swatch: "bg-yellow border-yellow-ink",
    dash: "8 3",
  },
  blurred: { fill: "fill-stamp/30 stroke-stamp", swatch: "bg-stamp/30 border-stamp", dash: "4 4" },
  refused: { fill: "fill-stamp/65 stroke-stamp", swatch: "bg-stamp/65 border-stamp", dash: "2 3" },
};

/** The pictures of a sheet, coloured by how sharp each is printed, with its dots an inch. */
export function SharpnessMap({ sheet: { w, h, bleed, pictures } }: { sheet: ProofSheet }) {
  const size = Math.min(w, h) / 14;
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-bleed} ${-bleed} ${w + 2 * bleed} ${h + 2 * bleed}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {pictures.map(({ corners, x, y, dpi, sharpness }) => (
        <g key={corners}>
          <polygon
            points={corners}
            className={looks[sharpness].fill}
            strokeWidth={2}
            strokeDasharray={looks[sharpness].dash}
            vectorEffect="non-scaling-stroke"
          />
          <text
            x={x}
            y={y}
            fontSize={size}
            strokeWidth={size / 4}
            textAnchor="middle"
            dominantBaseline="central"
            className="figures fill-ink stroke-card font-semibold [paint-order:stroke]"
          >
            {dpi}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** What the colours mean, and each picture in words. */
export function SharpnessLegend({ pictures }: { pictures: readonly SheetPicture[] }) {
  const words = useProofWords();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {sharpnesses
        .map((sharpness) => ({
          sharpness,
          dpi: pictures.filter((one) => one.sharpness === sharpness).map((one) => one.dpi),
        }))
        .filter(({ dpi }) => dpi.length > 0)
        .map(({ sharpness, dpi }) => (
          <li key={sharpness} className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={`size-4 border ${looks[sharpness].swatch}`} />
            {words.sharpnessOf[sharpness]}: {dpi.join(", ")} dpi
          </li>
        ))}
    </ul>
  );
}
