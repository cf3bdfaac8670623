import { useMockupWords } from "#app/messages/shared/mockup.ts";

interface DesignImageProps {
  /** Address of a mock-up with its query. */
  src: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** What is printed, for its alternative text. */
  printed: readonly string[];
}

/** A personalised product with its design: an illustration, drawn by the server. */
export function DesignImage({ src, sizes, printed }: DesignImageProps) {
  const { illustration } = useMockupWords();
  return (
    <img
      src={`${src}&width=320`}
      srcSet={[320, 640, 960].map((width) => `${src}&width=${width} ${width}w`).join(", ")}
      sizes={sizes}
      alt={illustration(printed.join(", "))}
      width={960}
      height={960}
      loading="lazy"
      className="square"
    />
  );
}
