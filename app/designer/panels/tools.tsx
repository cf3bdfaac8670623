import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { ToolIcon } from "../tool-icon.tsx";

export type PanelName =
  | "image"
  | "slot"
  | "shape"
  | "clip"
  | "template"
  | "layers"
  | "properties"
  | "checks";

const icons = {
  text: "type",
  image: "image",
  slot: "image-plus",
  shape: "shapes",
  clip: "sticker",
  template: "layout-template",
  layers: "layers",
} as const;

interface ToolsProps {
  /** What the area allows. */
  tools: SpecArea["tools"];
  /** Adds a photo slot; undefined: only templates get new ones. */
  onSlot: (() => void) | undefined;
  hasTemplates: boolean;
  open: PanelName | null;
  className: string;
  onText: () => void;
  onPanel: (panel: PanelName) => void;
}

/** What can be added: left of the board on a desk, below it on a phone. */
export function Tools({
  tools,
  onSlot,
  hasTemplates,
  open,
  className,
  onText,
  onPanel,
}: ToolsProps) {
  const words = useDesignerWords();
  const presses = { text: onText, slot: onSlot };
  const isShown = (name: keyof typeof icons) => {
    if (name === "template") return hasTemplates;
    if (name === "slot") return onSlot !== undefined && tools.includes("image");
    return name === "layers" || tools.includes(name);
  };
  const names = (Object.keys(icons) as (keyof typeof icons)[]).filter(isShown);
  return (
    <nav
      aria-label={words.toolbar}
      className={`flex border-rule bg-card max-lg:order-4 max-lg:border-t short:col-span-2 lg:flex-col lg:border-r ${className}`}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-expanded={name in presses ? undefined : open === name}
          className={`flex min-h-14 min-w-0 grow flex-col items-center justify-center gap-1 px-1 text-xs hover:text-carbon aria-expanded:bg-ink aria-expanded:text-paper short:min-h-11 short:flex-row lg:min-h-18 lg:grow-0 ${name === "layers" ? "lg:hidden" : ""}`}
          onClick={() => {
            if (name === "text" || name === "slot") presses[name]?.();
            else onPanel(name);
          }}
        >
          <ToolIcon name={icons[name]} />
          {words.tools[name]}
        </button>
      ))}
    </nav>
  );
}
