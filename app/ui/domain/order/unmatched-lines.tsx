import { Notice } from "#app/ui/notice.tsx";

interface UnmatchedLinesProps {
  /** Pasted lines or cells that match no row or column. Nothing is shown when there are none. */
  lines: readonly string[];
  text: string;
  /** Label of the button that continues without them. */
  label: string;
  onContinue: () => void;
}

/** The unmatched part of a paste, shown until the person continues without it. */
export function UnmatchedLines({ lines, text, label, onContinue }: UnmatchedLinesProps) {
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-2">
      <Notice
        tone="error"
        action={
          <button type="button" className="link py-1" onClick={onContinue}>
            {label}
          </button>
        }
      >
        {text}
      </Notice>
      <ul className="figures grid gap-1 wrap-anywhere">
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
