import { useLocalPath } from "#app/language.ts";

/** Of the label or button around it. */
export const templateTile =
  "grid grid-rows-[auto_1fr] border border-control bg-card text-center text-sm hover:border-ink";

interface TemplateFaceProps {
  /** Path of the picture with the sample words. */
  picture: string;
  /** SVG with the buyer's own words, in place of the picture. */
  drawn?: string | undefined;
  name: string;
}

/** A template's picture above its name. */
export function TemplateFace({ picture, drawn, name }: TemplateFaceProps) {
  const to = useLocalPath();
  return (
    <>
      {/* The name says it. */}
      <img
        src={drawn ? `data:image/svg+xml,${encodeURIComponent(drawn)}` : to(picture)}
        alt=""
        width={96}
        height={96}
        loading="lazy"
        className="aspect-square w-full border-b border-rule bg-white"
      />
      <span className="flex min-h-9 items-center justify-center px-1.5 py-1 leading-tight wrap-anywhere">
        {name}
      </span>
    </>
  );
}
