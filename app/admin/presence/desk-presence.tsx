import { useEffect, useState } from "react";
import { usePresenceWords } from "#app/admin/presence/messages/presence.ts";
import { useHasChangedForm } from "#app/browser/dirty-forms.ts";
import { useDesk } from "./use-desk.ts";

interface DeskPresenceProps {
  topic: string;
  id: string;
  initials: string;
}

/** Who else has the page's thing open, in the space above its heading, so that nothing moves when somebody comes. */
export default function DeskPresence({ topic, id, initials }: DeskPresenceProps) {
  const words = usePresenceWords();
  const hasTyped = useTyped();
  const isEditing = useHasChangedForm() || hasTyped;
  const others = useDesk(topic, { id, initials, isEditing });
  const namesOf = (editing: boolean) =>
    others.filter((other) => other.isEditing === editing).map((other) => other.initials);
  const editing = namesOf(true);
  const reading = namesOf(false);
  return (
    <div role="status" className="no-print relative h-0">
      {others.length > 0 ? (
        <p className="absolute -top-5.5 right-0 flex max-w-full gap-3 truncate text-xs leading-5">
          {editing.length > 0 ? (
            <span className="bg-yellow px-2 font-semibold text-yellow-ink">
              {words.editing(editing.join(", "))}
            </span>
          ) : null}
          {reading.length > 0 ? (
            <span className="border border-rule px-2 text-muted">
              {words.reading(reading.join(", "))}
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}

/** For pages whose forms have no save bar: something was typed into a form and not sent yet. */
function useTyped(): boolean {
  const [hasTyped, setTyped] = useState(false);
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest("main form") : null;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      // A save bar knows better what is changed.
      if (!document.querySelector("main [data-save-bar]")) setTyped(true);
    };
    const onEnd = () => setTyped(false);
    document.addEventListener("input", onInput);
    document.addEventListener("submit", onEnd);
    document.addEventListener("reset", onEnd);
    return () => {
      document.removeEventListener("input", onInput);
      document.removeEventListener("submit", onEnd);
      document.removeEventListener("reset", onEnd);
    };
  }, []);
  return hasTyped;
}
