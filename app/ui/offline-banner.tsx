import { useOnline } from "#app/browser/browser-facts.ts";
import { useWords } from "#app/messages/ui.ts";
import { Icon } from "./icon.tsx";

export function OfflineBanner() {
  const words = useWords();
  const online = useOnline();
  return (
    <div role="status">
      {online ? null : (
        <p className="page flex items-center gap-2 bg-yellow py-2 text-sm text-yellow-ink">
          <Icon name="wifi-off" className="size-4" />
          {words.offline}
        </p>
      )}
    </div>
  );
}
