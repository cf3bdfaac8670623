import { pictureWidths, type Thumbnail } from "#shop/catalogue/catalogue.ts";

interface PictureProps {
  picture: Thumbnail;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** The picture a page is judged by: loaded first. */
  eager?: boolean;
  /** Empty when the text beside it says the same. */
  alt: string;
  /** The widest file worth offering, in pixels; 320 or less for what is never shown wider than a thumb. */
  widest?: (typeof pictureWidths)[number];
  className?: string;
}

/** How a picture is shown: all that decides which of its files is loaded. */
export type PictureUse = Pick<PictureProps, "sizes" | "widest">;

const widestFile = 960;

/** Square, with its focal point in sight; its average colour holds the place until it has loaded. */
export function Picture({
  picture,
  sizes,
  eager,
  alt,
  widest = widestFile,
  className = "",
}: PictureProps) {
  const files = (format: "avif" | "webp") => filesOf(picture.url, format, widest);
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={files("avif")} sizes={sizes} />
      <img
        src={`${picture.url}.640.webp`}
        srcSet={files("webp")}
        sizes={sizes}
        alt={alt}
        width={960}
        height={960}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding={eager ? "sync" : undefined}
        style={{ backgroundColor: picture.colour, objectPosition: picture.focus }}
        className={`square ${className}`}
      />
    </picture>
  );
}

function filesOf(url: string, format: "avif" | "webp", widest: number): string {
  let files = "";
  for (const width of pictureWidths) {
    // Offering the smallest to what is shown large would only make the list longer.
    if (width <= widest && width * 3 >= widest)
      files += `${files && ", "}${url}.${width}.${format} ${width}w`;
  }
  return files;
}
