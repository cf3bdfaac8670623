import { useDesignKeysWords } from "#app/designer/messages/design-keys.ts";
import { Dialog } from "#app/ui/dialog.tsx";

/** The keys of the drawing board and what they do. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const words = useDesignKeysWords();
  return (
    <Dialog open onClose={onClose} title={words.title} place="small">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {words.rows.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="figures">{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
