import { useRosterWords } from "#app/messages/storefront/roster.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { ParsedRows } from "#shop/designs/roster/parse-rows.ts";

interface RosterLeftProps {
  left: ParsedRows["left"];
  onContinue: () => void;
}

/** Pasted cells without a place in the list. */
export function RosterLeft({ left, onContinue }: RosterLeftProps) {
  const words = useRosterWords();
  if (left.length === 0) return null;
  return (
    <div className="mt-2 grid gap-2">
      <Notice
        tone="error"
        action={
          <button type="button" className="link min-h-11" onClick={onContinue}>
            {words.paste.withoutLeft}
          </button>
        }
      >
        {words.paste.left}
      </Notice>
      <ul className="grid gap-1 wrap-anywhere">
        {[...new Set(left.map(({ row, text }) => words.paste.leftCell(row + 1, text)))].map(
          (line) => (
            <li key={line}>{line}</li>
          ),
        )}
      </ul>
    </div>
  );
}
