import { type PointerEvent, useState } from "react";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ProductPicture } from "#shop/catalogue/media/media.ts";

interface FocalPointProps {
  picture: ProductPicture;
  /** Percent from the left and from the top, to begin with. */
  from: { x: string; y: string };
  /** Codes for the number fields. */
  problems: Readonly<Record<string, string>>;
}

/** Clicks on the picture, or two numbers, choose the point that crops keep; the crops are shown beside. */
export function FocalPoint({ picture, from, problems }: FocalPointProps) {
  const words = useMediaWords();
  const [point, setPoint] = useState(from);
  const [x, y] = [inPicture(point.x), inPicture(point.y)];
  const choose = (event: PointerEvent<HTMLElement>) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const percent = (part: number) => String(Math.round(Math.min(Math.max(part, 0), 1) * 100));
    setPoint({
      x: percent((event.clientX - left) / width),
      y: percent((event.clientY - top) / height),
    });
    // The form's own listeners notice typing only.
    event.currentTarget.closest("form")?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const crop = { objectPosition: `${x}% ${y}%`, backgroundColor: picture.colour };
  const source = `${picture.url}.640.webp`;
  return (
    <fieldset className="grid content-start gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{words.edit.focal}</legend>
      <div
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(event);
        }}
        onPointerMove={choose}
        className="relative max-w-84 cursor-crosshair touch-none justify-self-start border border-rule select-none"
      >
        <img
          src={source}
          alt=""
          draggable={false}
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="block h-auto max-h-84 w-auto max-w-full"
          style={{ backgroundColor: picture.colour }}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-7 -translate-1/2 border-2 border-[#fff] outline-2 outline-[#14183a] before:absolute before:top-1/2 before:-left-2.5 before:h-0.5 before:w-11 before:-translate-y-1/2 before:bg-[#fff] after:absolute after:-top-2.5 after:left-1/2 after:h-11 after:w-0.5 after:-translate-x-1/2 after:bg-[#fff]"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </div>
      <p className="text-muted">{words.edit.focalHint}</p>
      <div className="grid max-w-84 grid-cols-2 gap-3">
        {(["x", "y"] as const).map((axis) => (
          <Field
            key={axis}
            label={axis === "x" ? words.edit.focalX : words.edit.focalY}
            error={problems[`focal_${axis}`] ? words.problems.focal_point_invalid : undefined}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name={`focal_${axis}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={100}
                value={point[axis]}
                onChange={({ target }) =>
                  setPoint((before) => ({ ...before, [axis]: target.value }))
                }
                className="figures"
              />
            )}
          </Field>
        ))}
      </div>
      <div aria-hidden="true" className="flex flex-wrap items-end gap-4">
        <Crop label={words.edit.square}>
          <img src={source} alt="" loading="lazy" className="size-20 object-cover" style={crop} />
        </Crop>
        <Crop label={words.edit.portrait}>
          <img src={source} alt="" loading="lazy" className="h-20 w-16 object-cover" style={crop} />
        </Crop>
        <Crop label={words.edit.share}>
          <span className="flex h-20 w-[9.52rem] max-w-full bg-[#fff]">
            <img src={source} alt="" loading="lazy" className="size-20 object-cover" style={crop} />
            <span
              className="mx-2.5 my-auto h-10 grow"
              style={{
                background: "repeating-linear-gradient(#c9cddd 0 1px, transparent 1px 10px)",
              }}
            />
          </span>
        </Crop>
      </div>
    </fieldset>
  );
}

function Crop({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <figure className="grid gap-1">
      <span className="border border-rule">{children}</span>
      <figcaption className="text-xs text-muted">{label}</figcaption>
    </figure>
  );
}

/** A typed percentage, as far as it is one. */
function inPicture(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? 50 : Math.min(Math.max(value, 0), 100);
}
