import type { ReactNode } from "react";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import type {
  Design,
  DesignElement,
  DesignFont,
  DesignSide,
} from "#shop/production/customisations/design.ts";

const families: Readonly<Record<DesignFont, string>> = {
  sans: "Plus Jakarta Sans Variable, sans-serif",
  display: "Bricolage Grotesque Variable, sans-serif",
  mono: "Martian Mono Variable, monospace",
};

interface DesignPreviewProps {
  name: string;
  /** Null for a document that this program cannot read. */
  design: Design | null;
  /** All of its sides rather than the first. */
  whole?: boolean;
}

/** A design drawn from its document, true to its proportions, between the registration marks of a print sheet. */
export function DesignPreview({ name, design, whole = false }: DesignPreviewProps) {
  const words = useCustomisationWords();
  if (!design) {
    return (
      <Sheet>
        <span className="text-sm text-muted">{words.unreadable}</span>
      </Sheet>
    );
  }
  const sides = whole ? design.sides : design.sides.slice(0, 1);
  return (
    <div className="grid gap-3">
      {sides.map((side) => (
        <Sheet key={side.id}>
          <Side side={side} label={words.preview(name, textsOf(side))} />
        </Sheet>
      ))}
    </div>
  );
}

/** A print sheet with its registration marks. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <div className="relative grid aspect-square place-items-center bg-paper p-7">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className="absolute inset-2.5 stroke-control [stroke-width:0.5]"
        fill="none"
      >
        <path d="M0 3H3M3 0V3M97 0V3M97 3H100M0 97H3M3 97V100M97 100V97M97 97H100" />
      </svg>
      {children}
    </div>
  );
}

function Side({ side, label }: { side: DesignSide; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side.width} ${side.height}`}
      className="max-h-full w-full border border-rule"
    >
      <rect width={side.width} height={side.height} fill={side.ground} />
      {side.elements.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements have no name, and a stored design never changes here
        <Element key={index} element={element} />
      ))}
    </svg>
  );
}

function Element({ element }: { element: DesignElement }) {
  if (element.kind === "text") {
    const { x, y, size, font, colour, rotation, text } = element;
    return (
      <text
        x={x}
        y={y}
        fontSize={size}
        fontFamily={families[font]}
        fontWeight={font === "display" ? 700 : 500}
        fill={colour}
        textAnchor="middle"
        transform={rotation ? `rotate(${rotation} ${x} ${y})` : undefined}
      >
        {text}
      </text>
    );
  }
  const { x, y, width, height, colour, rotation } = element;
  const middle = { x: x + width / 2, y: y + height / 2 };
  const transform = rotation ? `rotate(${rotation} ${middle.x} ${middle.y})` : undefined;
  return element.shape === "ellipse" ? (
    <ellipse
      cx={middle.x}
      cy={middle.y}
      rx={width / 2}
      ry={height / 2}
      fill={colour}
      transform={transform}
    />
  ) : (
    <rect x={x} y={y} width={width} height={height} fill={colour} transform={transform} />
  );
}

function textsOf({ elements }: DesignSide): string {
  return elements.flatMap((element) => (element.kind === "text" ? [element.text] : [])).join(", ");
}
