import { useId } from "react";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { ColourFields } from "./colour-fields.tsx";
import { FontFields } from "./font-fields.tsx";
import { HoleFields } from "./hole-fields.tsx";
import { NumberField } from "./number-field.tsx";
import type { AreaDraft, SpecDraft } from "./spec-draft.ts";

const shapes = ["rect", "ellipse"] as const;
const tools = ["text", "image", "shape", "clip"] as const;
const underbases = ["none", "auto", "full"] as const;
const cuts = ["none", "area", "contour"] as const;
const measures = ["w", "h", "x", "y", "safe", "bleed"] as const;
const limits = ["minText", "minStroke"] as const;

interface AreaFieldsProps {
  area: AreaDraft;
  process: SpecDraft["process"];
  /** Counted from 0. */
  place: number;
  errorOf: (path: string) => string | undefined;
  onChange: (area: AreaDraft) => void;
  onRemove: (() => void) | undefined;
}

/** The sizes, tools, colours and limits of one area. */
export function AreaFields({ area, process, place, errorOf, onChange, onRemove }: AreaFieldsProps) {
  const words = usePrintingWords();
  const wrapId = useId();
  const change = (part: Partial<AreaDraft>) => onChange({ ...area, ...part });
  const isFree = area.shape === "path";
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-ink pt-3">
      <legend className="sr-only">{words.area(place + 1)}</legend>
      <div className="flex items-center justify-between">
        <p aria-hidden="true" className="printed">
          {words.area(place + 1)}
        </p>
        {onRemove ? (
          <IconButton icon="trash-2" label={words.removeArea(place + 1)} onClick={onRemove} />
        ) : null}
      </div>
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
        {measures.map((name) => (
          <NumberField
            key={name}
            label={words.measures[name]}
            unit="mm"
            value={area[name]}
            error={errorOf(name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      <div className="grid gap-3 md:grid-cols-3">
        <ChoiceField
          label={words.shape}
          value={area.shape}
          options={[...shapes, ...(isFree ? (["path"] as const) : [])].map((name) => [
            name,
            words.shapes[name],
          ])}
          error={errorOf("path")}
          onChange={(shape) => change({ shape })}
        />
        <div className="md:col-span-2 md:self-end">
          <Checkbox
            label={words.wrap}
            checked={area.wrap}
            aria-invalid={errorOf("wrap") ? true : undefined}
            aria-describedby={errorOf("wrap") ? `${wrapId}-problem` : undefined}
            onChange={(event) => change({ wrap: event.currentTarget.checked })}
          />
          {errorOf("wrap") ? (
            <p id={`${wrapId}-problem`} className="text-sm text-stamp">
              {errorOf("wrap")}
            </p>
          ) : null}
          <Checkbox
            label={words.mirror}
            checked={area.mirror}
            onChange={(event) => change({ mirror: event.currentTarget.checked })}
          />
        </div>
      </div>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.tools}</legend>
        <div className="flex flex-wrap gap-x-5">
          {tools.map((tool) => (
            <Checkbox
              key={tool}
              label={words.toolNames[tool]}
              checked={area.tools.includes(tool)}
              onChange={(event) =>
                change({
                  tools: tools.filter((name) =>
                    name === tool ? event.currentTarget.checked : area.tools.includes(name),
                  ),
                })
              }
            />
          ))}
        </div>
        {errorOf("tools") ? <p className="text-sm text-stamp">{errorOf("tools")}</p> : null}
      </fieldset>
      <ColourFields
        process={process}
        colours={area.colours}
        errorOf={(path) => errorOf(path === "" ? "colours" : `colours.${path}`)}
        onChange={(colours) => change({ colours })}
      />
      <details className="border-t border-rule pt-2">
        <summary className="min-h-11 cursor-pointer py-2">
          <span className="link">{words.more}</span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
          <fieldset className="grid grid-cols-3 items-start gap-3">
            <legend className="pb-1 text-sm font-semibold">{words.dpi}</legend>
            {(["target", "min", "floor"] as const).map((name) => (
              <NumberField
                key={name}
                label={words.dpis[name]}
                unit="dpi"
                value={area.dpi[name]}
                error={errorOf(`dpi.${name}`) ?? (name === "floor" ? errorOf("dpi") : undefined)}
                onChange={(value) => change({ dpi: { ...area.dpi, [name]: value } })}
              />
            ))}
          </fieldset>
          <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">
            {limits.map((name) => (
              <NumberField
                key={name}
                label={words.measures[name]}
                unit="mm"
                value={area[name]}
                error={errorOf(name)}
                onChange={(value) => change({ [name]: value })}
              />
            ))}
            <NumberField
              label={words.maxLayers}
              value={area.maxLayers}
              error={errorOf("maxLayers")}
              onChange={(maxLayers) => change({ maxLayers })}
            />
            <NumberField
              label={words.maxInks}
              hint={words.maxInksHint}
              value={area.maxInks ?? ""}
              error={errorOf("maxInks")}
              onChange={(maxInks) => change({ maxInks })}
            />
          </div>
          <div className="grid gap-3 md:grid-cols-2">
            <ChoiceField
              label={words.underbase}
              value={area.underbase}
              options={underbases.map((name) => [name, words.underbases[name]])}
              onChange={(underbase) => change({ underbase })}
            />
            <ChoiceField
              label={words.cut}
              value={area.cut}
              options={cuts.map((name) => [name, words.cuts[name]])}
              onChange={(cut) => change({ cut })}
            />
          </div>
          <FontFields fonts={area.fonts} onChange={(fonts) => change({ fonts })} />
          <HoleFields
            holes={area.holes}
            errorOf={(index) => errorOf(`holes.${index}`)}
            onChange={(holes) => change({ holes })}
          />
        </div>
      </details>
    </fieldset>
  );
}
