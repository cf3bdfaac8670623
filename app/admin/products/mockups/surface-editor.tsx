import { useId, useState } from "react";
import { useMockupsWords } from "#app/admin/products/mockups/messages/mockups.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";
import { isQuad, mapOf } from "#shop/designs/mockups/quad.ts";
import { maxSpan, surfaceMap } from "#shop/designs/mockups/surface.ts";
import { NumberField } from "./number-field.tsx";
import { PointHandle } from "./point-handle.tsx";
import {
  boxMovedTo,
  cornersOf,
  gridOf,
  type SurfaceDraft,
  sagAt,
  shown,
  surfaceOf,
  wordsOn,
} from "./surface-draft.ts";

interface SurfaceEditorProps {
  picture: Thumbnail;
  /** Size of the printed area. */
  size: { readonly w: number; readonly h: number };
  draft: SurfaceDraft;
  onChange: (draft: SurfaceDraft) => void;
}

const kinds = ["flat", "cylinder", "mesh"] as const;
/** Control points of a mesh that are no corners of it. */
const inner = Array.from({ length: 16 }, (_, index) => index).filter(
  (index) => ![0, 3, 12, 15].includes(index),
);
const bound = (percent: number) => Math.max(0, Math.min(100, percent));

/** The picture with the printed area on it: points to drag, and a number field for each of them. */
export function SurfaceEditor({ picture, size, draft, onChange }: SurfaceEditorProps) {
  const words = useMockupsWords();
  const [isProportional, setProportional] = useState(false);
  const set = (list: "corners" | "points", pairs: ReadonlyMap<number, string>) =>
    onChange({
      ...draft,
      [list]: draft[list].map((text, index) => pairs.get(index) ?? text),
    });
  const corners = cornersOf(draft);
  const hasPlane = isQuad(corners);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{words.corners}</legend>
      <p className="text-sm text-muted">{words.cornersHint}</p>
      <div className="grid gap-4 md:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <div className="relative touch-none self-start border border-rule select-none">
          <img
            src={`${picture.url}.640.webp`}
            alt=""
            draggable={false}
            width={960}
            height={960}
            className="square"
            style={{ backgroundColor: picture.colour, objectPosition: picture.focus }}
          />
          <Grid draft={draft} sample={words.sample} />
          {hasPlane && draft.kind === "mesh"
            ? inner.map((point) => {
                const [x, y] = meshPlace(draft, point);
                return (
                  <PointHandle
                    key={point}
                    name={words.meshPoint((point >> 2) + 1, (point % 4) + 1)}
                    x={100 * x}
                    y={100 * y}
                    onMove={(x, y) => {
                      const [s, t] = mapOf(corners).toArea(x / 100, y / 100);
                      const reach = (share: number) =>
                        shown(Math.max(-50, Math.min(150, 100 * share)));
                      set(
                        "points",
                        new Map([
                          [2 * point, reach(s)],
                          [2 * point + 1, reach(t)],
                        ]),
                      );
                    }}
                  />
                );
              })
            : null}
          {hasPlane && draft.kind === "cylinder" ? (
            <RimHandle draft={draft} name={words.rim} onChange={onChange} />
          ) : null}
          {words.cornerNames.map((name, corner) => (
            <PointHandle
              key={name}
              isCorner
              name={name}
              x={100 * (corners[2 * corner] ?? 0)}
              y={100 * (corners[2 * corner + 1] ?? 0)}
              onMove={(x, y) =>
                isProportional
                  ? onChange({ ...draft, corners: boxMovedTo(draft, corner, [x, y], size) })
                  : set(
                      "corners",
                      new Map([
                        [2 * corner, shown(bound(x))],
                        [2 * corner + 1, shown(bound(y))],
                      ]),
                    )
              }
            />
          ))}
        </div>
        <div className="grid content-start gap-4">
          <Checkbox
            label={words.proportional}
            checked={isProportional}
            onChange={({ target }) => setProportional(target.checked)}
          />
          <div className="grid grid-cols-2 gap-3">
            {draft.corners.map((text, index) => {
              const name = words.cornerNames[index >> 1] ?? "";
              const key = `corner_${index}`;
              return (
                <NumberField
                  key={key}
                  name={key}
                  label={index % 2 === 0 ? words.fromLeft(name) : words.senderTop(name)}
                  min={0}
                  max={100}
                  value={text}
                  onChange={(value) => set("corners", new Map([[index, value]]))}
                />
              );
            })}
          </div>
          <Field label={words.bend} hint={words.bendHints[draft.kind]}>
            {(parts) => (
              <Select
                {...parts}
                name="bend"
                value={draft.kind}
                onChange={({ target }) =>
                  onChange({
                    ...draft,
                    kind: kinds.find((kind) => kind === target.value) ?? "flat",
                  })
                }
                className="w-full max-w-80"
              >
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {words.bends[kind]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {draft.kind === "cylinder" ? (
            <div className="grid grid-cols-2 items-end gap-3">
              <NumberField
                name="span"
                label={words.span}
                min={0}
                max={maxSpan}
                value={draft.span}
                onChange={(span) => onChange({ ...draft, span })}
              />
              <NumberField
                name="sag"
                label={words.sag}
                min={-100}
                max={100}
                value={draft.sag}
                onChange={(sag) => onChange({ ...draft, sag })}
              />
            </div>
          ) : null}
          {draft.kind === "mesh" ? (
            <details
              // A field that is missing is shown where the browser points at it.
              onInvalidCapture={({ currentTarget }) => {
                currentTarget.open = true;
              }}
            >
              <summary className="min-h-11 cursor-pointer py-2 text-sm">
                <span className="link">{words.meshFields}</span>
              </summary>
              <div className="grid grid-cols-2 gap-3">
                {inner
                  .flatMap((point) => [2 * point, 2 * point + 1])
                  .map((index) => {
                    const name = words.meshPoint((index >> 3) + 1, ((index >> 1) % 4) + 1);
                    return (
                      <NumberField
                        key={index}
                        label={index % 2 === 0 ? words.fromLeft(name) : words.senderTop(name)}
                        min={-50}
                        max={150}
                        value={draft.points[index] ?? ""}
                        onChange={(value) => set("points", new Map([[index, value]]))}
                      />
                    );
                  })}
              </div>
            </details>
          ) : null}
          {draft.kind === "mesh" ? (
            <input type="hidden" name="points" value={draft.points.join(" ")} />
          ) : null}
        </div>
      </div>
    </fieldset>
  );
}

/** Of a control point, as shares of the picture. */
function meshPlace(draft: SurfaceDraft, point: number): readonly [number, number] {
  const { corners, bend } = surfaceOf(draft);
  const points = bend.kind === "mesh" ? bend.points : [];
  return mapOf(corners).toPicture(points[2 * point] ?? 0, points[2 * point + 1] ?? 0);
}

function RimHandle({
  draft,
  name,
  onChange,
}: {
  draft: SurfaceDraft;
  name: string;
  onChange: (draft: SurfaceDraft) => void;
}) {
  const [x, y] = surfaceMap(surfaceOf(draft)).toPicture(0.5, 1);
  return (
    <PointHandle
      name={name}
      x={100 * x}
      y={100 * y}
      onMove={(x, y) => onChange({ ...draft, sag: sagAt(draft, x, y) })}
    />
  );
}

/** The grid of the area, with sample text. */
function Grid({ draft, sample }: { draft: SurfaceDraft; sample: string }) {
  const lineId = useId();
  const words = wordsOn(draft);
  const corners = cornersOf(draft).map((share) => 100 * share);
  const grid = gridOf(draft);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      className="pointer-events-none absolute inset-0 size-full"
      fill="none"
    >
      {grid === "" ? (
        <polygon points={corners.join(" ")} stroke="#be1633" vectorEffect="non-scaling-stroke" />
      ) : null}
      <path d={grid} stroke="#fff" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      <path d={grid} stroke="#14183a" vectorEffect="non-scaling-stroke" />
      {words ? (
        <>
          <path id={lineId} d={words.path} />
          <text
            fontSize={words.size}
            fontWeight="700"
            textAnchor="middle"
            fill="#14183a"
            stroke="#fff"
            strokeWidth={words.size / 12}
            paintOrder="stroke"
          >
            <textPath href={`#${lineId}`} startOffset="50%">
              {sample}
            </textPath>
          </text>
        </>
      ) : null}
    </svg>
  );
}
