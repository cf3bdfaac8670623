import { useId } from "react";
import { usePhotoSlotWords } from "#app/messages/shared/photo-slot.ts";
import { Button } from "#app/ui/button.tsx";
import type { ImageLayer, Layer, SlotLayer } from "#shop/designs/document/document.ts";
import {
  emptySlot,
  inFrame,
  maxZoom,
  photoViewOf,
  withView,
} from "#shop/designs/document/photo-slots.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";
import { ChoiceField } from "./choice-field.tsx";
import { UploadPanel, type UploadPanelProps } from "./upload-panel.tsx";

interface SlotPanelProps {
  /** An open slot, or the picture in a filled one. */
  layer: SlotLayer | ImageLayer;
  upload: Omit<UploadPanelProps, "action">;
  onChange: (kind: StepKind, edit: (layer: Layer) => Layer, join?: string) => void;
}

/** The photograph of a slot: chosen, exchanged, placed in its frame, and taken out again. */
export function SlotPanel({ layer, upload, onChange }: SlotPanelProps) {
  const words = usePhotoSlotWords();
  const isOpen = layer.kind === "slot";
  return (
    <section aria-label={words.view} className="mb-4 grid gap-3 border-b border-rule pb-4">
      {isOpen ? <p className="text-sm">{words.hint}</p> : null}
      <UploadPanel {...upload} action={isOpen ? words.choose : words.replace} />
      {isOpen ? null : (
        <>
          <ViewFields layer={layer} onChange={onChange} />
          <Button
            look="quiet"
            className="justify-self-start px-3 text-sm"
            onClick={() => onChange("look", emptySlot)}
          >
            {words.empty}
          </Button>
        </>
      )}
    </section>
  );
}

const steps = 100;

function ViewFields({ layer, onChange }: { layer: ImageLayer } & Pick<SlotPanelProps, "onChange">) {
  const words = usePhotoSlotWords();
  const { slot } = layer;
  if (!slot) return null;
  const { x, y, zoom } = photoViewOf(layer);
  const picture = (edit: (image: ImageLayer) => ImageLayer) => (one: Layer) =>
    one.kind === "image" ? edit(one) : one;
  const sliders = [
    ["across", "x", x, 0, 1],
    ["down", "y", y, 0, 1],
    ["zoom", "zoom", zoom, 1, maxZoom],
  ] as const;
  return (
    <>
      <ChoiceField
        label={words.fit}
        value={slot.fit}
        choices={(["cover", "contain"] as const).map((value) => ({
          value,
          label: words.fits[value],
        }))}
        onChange={(fit) =>
          onChange(
            "crop",
            picture((image) => inFrame(image, { ...slot, fit })),
          )
        }
      />
      {slot.fit === "contain"
        ? null
        : sliders.map(([name, member, value, min, max]) => (
            <Slider
              key={name}
              label={words[name]}
              value={Math.round(value * steps)}
              min={min * steps}
              max={max * steps}
              onChange={(next) =>
                onChange(
                  "crop",
                  picture((image) => withView(image, { [member]: next / steps })),
                  `${name} of a photograph`,
                )
              }
            />
          ))}
    </>
  );
}

interface SliderProps {
  label: string;
  /** Percent. */
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

function Slider({ label, value, min, max, onChange }: SliderProps) {
  const words = usePhotoSlotWords();
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex justify-between text-xs text-muted">
        {label}
        <span className="figures">{words.percent(value)}</span>
      </label>
      <input
        id={id}
        type="range"
        className="h-11 w-full accent-ink md:h-9"
        value={value}
        min={min}
        max={max}
        aria-valuetext={words.percent(value)}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
