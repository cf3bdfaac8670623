import { useMockupWords } from "#app/messages/shared/mockup.ts";
import type { ShownSide } from "#shop/designs/draw/shown-sides.ts";

interface DesignSidesProps {
  /** Address of the pictures with the start of a query. */
  src: string;
  sides: readonly ShownSide[];
  /** Of the design, for the alternative texts. */
  name: string;
  /** How wide all are shown together, in CSS pixels. */
  width: number;
}

/** The sides of a design on its goods, two in a row: illustrations, drawn by the server. */
export function DesignSides({ src, sides, name, width }: DesignSidesProps) {
  const { side: label } = useMockupWords();
  const isOne = sides.length === 1;
  return (
    <ul className={isOne ? "grid" : "grid grid-cols-2 gap-px bg-rule"}>
      {sides.map((side) => {
        const address = `${src}side=${side.id}`;
        return (
          <li key={side.id} className="grid content-start bg-card">
            <img
              src={`${address}&width=320`}
              srcSet={[320, 640, 960].map((size) => `${address}&width=${size} ${size}w`).join(", ")}
              sizes={`${isOne ? width : Math.round(width / 2)}px`}
              alt={label(name, isOne ? "" : side.name)}
              width={960}
              height={960}
              loading="lazy"
              className="square bg-white"
            />
            {isOne ? null : (
              <span aria-hidden="true" className="px-3 py-2 text-center text-sm text-muted">
                {side.name}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
