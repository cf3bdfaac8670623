import { useLanguage } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";

export interface WaitingPicture {
  /** Of the file on the device. */
  readonly href: string;
  /** Corner and size in millimetres of the side. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** 0 to 1 of the bytes that are sent. */
  readonly progress: number;
}

/** A picture that is sent or that the server has not checked yet, pale, where its layer will be; for the eye only, as the panel says it too. */
export function WaitingPictureFrame({ picture }: { picture: WaitingPicture }) {
  const { pictureSends, pictureWaits } = useDesignerWords();
  const inPercent = new Intl.NumberFormat(useLanguage(), { style: "percent" });
  const { href, x, y, w, h, progress } = picture;
  // The letters keep their size while the words change.
  const longest = Math.max(pictureSends(inPercent.format(1)).length, pictureWaits.length);
  const size = Math.min(h / 12, (w * 1.4) / longest);
  // Below half a percent nothing is known of it yet.
  const percent = progress < 0.005 ? "" : inPercent.format(Math.min(progress, 0.99));
  return (
    <g transform={`translate(${x} ${y})`} data-waiting>
      <image href={href} width={w} height={h} preserveAspectRatio="none" opacity={0.5} />
      <rect y={h - 2 * size} width={w} height={2 * size} className="fill-card" opacity={0.9} />
      <rect y={h - 2 * size} width={w * progress} height={size / 6} className="fill-carbon" />
      <text
        x={w / 2}
        y={h - size}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={size}
        className="fill-ink"
      >
        {progress < 1 ? pictureSends(percent) : pictureWaits}
      </text>
      <rect
        width={w}
        height={h}
        fill="none"
        className="stroke-control"
        strokeDasharray="4 3"
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}
