import { useLocalPath } from "#app/language.ts";
import { useMockupWords } from "#app/messages/shared/mockup.ts";
import { DesignImage } from "./design-image.tsx";

interface MockupFigureProps {
  /** Id of the order line. */
  line: string;
  /** Version of the proof. */
  proof: number;
  printed: readonly string[];
  className: string;
}

/** A proof on its goods, beside the flat one that is approved. */
export function MockupFigure({ line, proof, printed, className }: MockupFigureProps) {
  const to = useLocalPath();
  const { caption } = useMockupWords();
  return (
    <figure className={className}>
      <DesignImage
        src={`${to(`/design/line/${line}/mockup`)}?proof=${proof}`}
        sizes="(width >= 48rem) 28rem, 100vw"
        printed={printed}
      />
      <figcaption className="border-t border-rule px-5 py-2 text-sm text-muted">
        {caption}
      </figcaption>
    </figure>
  );
}
