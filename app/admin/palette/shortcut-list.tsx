import { useAdminWords } from "#app/admin/messages/admin.ts";
import { usePaletteWords } from "#app/admin/palette/messages/palette.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { shortcuts } from "./shortcuts.ts";

interface ShortcutListProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
}

/** Every key, and the switch that turns them off. */
export default function ShortcutList({ isOn, onSwitch, onClose }: ShortcutListProps) {
  const words = usePaletteWords();
  const admin = useAdminWords();
  return (
    <Dialog open onClose={onClose} title={words.keys}>
      <label className="mb-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-carbon"
          checked={isOn}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        {words.keysOn}
      </label>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        <Row keys="Ctrl-K · ⌘K" text={words.title} />
        <Row keys="Ctrl-S · ⌘S" text={words.save} />
        {shortcuts.map(({ keys, to }) => (
          <Row
            key={keys}
            keys={keys}
            text={"page" in to ? words.goTo(admin[to.page]) : words.acts[to.act]}
          />
        ))}
      </dl>
    </Dialog>
  );
}

function Row({ keys, text }: { keys: string; text: string }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-rule">
      <dt>{text}</dt>
      <dd className="figures text-sm whitespace-nowrap">
        <kbd>{keys}</kbd>
      </dd>
    </div>
  );
}
