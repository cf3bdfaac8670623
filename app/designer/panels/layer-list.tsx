import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useLanguage } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { isVisibleOn } from "#shop/designs/colour/ink-contrast.ts";
import type { Layer } from "#shop/designs/document/document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { boxOfLayer, nameOfLayer } from "../describe-layer.ts";
import { shapeIcons } from "../shape-icons.ts";
import { ToolIcon } from "../tool-icon.tsx";
import { useFocusKept } from "./use-focus-kept.ts";

const icons = {
  text: "type",
  image: "image",
  slot: "image",
  clip: "sticker",
  group: "layers",
} as const;

interface LayerListProps {
  /** In drawing order. */
  layers: readonly Layer[];
  selected: string | null;
  /** All chosen layers where they are several. */
  marked: readonly string[];
  findings: readonly Finding[];
  pictureHref: (asset: string) => string;
  /** Empty while their words have not come. */
  say: (finding: Finding) => string;
  onSelect: (layer: string) => void;
  /** Chooses a layer with those that are chosen, or leaves it out. */
  onToggle: (layer: string) => void;
  /** Shows what can be done with the chosen layers, where that is not in sight. */
  onProperties: () => void;
}

/**
 * All layers of a side, the uppermost first: everything can be chosen here without the board. Each option says what it is, its
 * words, its size, its place and its problems.
 */
export function LayerList(props: LayerListProps) {
  const { layers, selected, marked, findings, pictureHref, say, onSelect, onToggle, onProperties } =
    props;
  const words = useDesignerWords();
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  // Fingers have no Shift key.
  const [choosesMore, setChoosesMore] = useState(false);
  const shown = useMemo(() => layers.toReversed(), [layers]);
  useFocusKept(
    list,
    useMemo(() => shown.map(({ id }) => id), [shown]),
  );
  if (shown.length === 0) return <p className="text-sm text-muted">{words.noLayers}</p>;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ id }) => id === selected);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: shown.length - 1 }[
      event.key
    ];
    const next = to === undefined ? undefined : shown[Math.min(shown.length - 1, Math.max(0, to))];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The arrow keys of the designer would move the layer.
    event.stopPropagation();
    if (event.shiftKey && !marked.includes(next.id)) onToggle(next.id);
    else onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-option="${next.id}"]`)?.focus();
  };
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 lg:hidden">
        <Checkbox
          label={words.chooseMore}
          checked={choosesMore}
          onChange={({ target }) => setChoosesMore(target.checked)}
        />
        <Button look="bare" disabled={selected === null} onClick={onProperties}>
          {words.properties}
        </Button>
      </div>
      <div
        ref={list}
        role="listbox"
        aria-label={words.layers}
        aria-multiselectable
        className="grid divide-y divide-rule border border-rule bg-card"
        onKeyDown={onKeyDown}
      >
        {shown.map((layer, index) => {
          const name = nameOfLayer(layer, words);
          const { size, place } = boxOfLayer(layer, words, language);
          const problems = findings.filter((finding) => finding.layer === layer.id);
          const parts = [
            ...[name, size, place],
            ...problems.flatMap(({ name: _, ...finding }) => say(finding).replace(/\.$/, "") || []),
            words.layer.order(index + 1, shown.length),
            ...(layer.hidden ? [words.layer.hidden] : []),
            ...(layer.locked ? [words.layer.locked] : []),
          ];
          const isChosen = layer.id === selected || marked.includes(layer.id);
          const isFirst = selected === null || !layers.some(({ id }) => id === selected);
          return (
            <div
              key={layer.id}
              role="option"
              data-option={layer.id}
              aria-selected={isChosen}
              aria-label={parts.join(", ")}
              tabIndex={layer.id === selected || (isFirst && index === 0) ? 0 : -1}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-paper aria-selected:bg-ink aria-selected:text-paper md:min-h-9"
              onClick={(event) =>
                choosesMore || event.shiftKey || event.ctrlKey || event.metaKey
                  ? onToggle(layer.id)
                  : onSelect(layer.id)
              }
              onKeyDown={(event) => {
                if (event.key !== " " && (event.key !== "Enter" || layer.id === selected)) return;
                event.preventDefault();
                if (event.ctrlKey || event.metaKey) onToggle(layer.id);
                else onSelect(layer.id);
              }}
            >
              <Thumbnail layer={layer} pictureHref={pictureHref} />
              <span
                className={`min-w-0 grow truncate ${layer.hidden ? "line-through opacity-70" : ""}`}
              >
                {layer.kind === "text" ? layer.text.trim() || name : name}
              </span>
              {layer.locked ? <ToolIcon name="lock" className="size-4 shrink-0" /> : null}
              {problems.length > 0 ? (
                <Icon
                  name={
                    problems.some(({ severity }) => severity === "blocks") ? "circle-alert" : "info"
                  }
                  className="size-4 shrink-0"
                />
              ) : null}
            </div>
          );
        })}
      </div>
    </>
  );
}

/** The picture, or the icon of the layer's kind in the layer's colour, to distinguish layers of one kind. */
function Thumbnail({
  layer,
  pictureHref,
}: {
  layer: Layer;
  pictureHref: LayerListProps["pictureHref"];
}) {
  if (layer.kind === "image")
    return (
      <img
        src={pictureHref(layer.asset)}
        alt=""
        className="size-7 shrink-0 border border-rule bg-white object-contain"
      />
    );
  const name = layer.kind === "shape" ? shapeIcons[layer.shape] : icons[layer.kind];
  const colour =
    layer.kind === "shape"
      ? (layer.fill ?? layer.stroke?.colour)
      : layer.kind === "text"
        ? layer.colour
        : undefined;
  return (
    <span
      className="grid size-7 shrink-0 place-items-center border border-rule bg-white text-[#14183a]"
      style={colour ? { color: colour, backgroundColor: groundOf(colour) } : undefined}
    >
      <ToolIcon name={name} className="size-4" />
    </span>
  );
}

/** White, or dark for colours that are too light on white. */
const groundOf = (colour: string) => (isVisibleOn(colour, "#ffffff") ? "#ffffff" : "#14183a");
