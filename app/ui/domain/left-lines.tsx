import { Notice } from "#app/ui/notice.tsx";

interface LeftLinesProps {
  /** Pasted lines or cells that found no place; with none, nothing is shown. */
  lines: readonly string[];
  text: string;
  /** Label of the button that goes on without them. */
  label: string;
  onContinue: () => void;
}

/** What a paste left over, shown until the person decides to go on without it. */
export function LeftLines({ lines, text, label, onContinue }: LeftLinesProps) {
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
