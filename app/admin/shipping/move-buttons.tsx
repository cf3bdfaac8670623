import { useShippingWords } from "#app/messages/admin/shipping.ts";
import { IconButton } from "#app/ui/button.tsx";
import { useMayEdit } from "./may-edit.ts";

/** Up and down in a list: a form around it gets `move`. */
export function MoveButtons({
  name,
  id,
  isFirst,
  isLast,
}: {
  name: string;
  id: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  const words = useShippingWords();
  if (!useMayEdit()) return null;
  return (
    <>
      <IconButton
        type="submit"
        name="move"
        value={`up ${id}`}
        icon="chevron-up"
        label={words.up(name)}
        disabled={isFirst}
        className="lg:size-9"
      />
      <IconButton
        type="submit"
        name="move"
        value={`down ${id}`}
        icon="chevron-down"
        label={words.down(name)}
        disabled={isLast}
        className="lg:size-9"
      />
    </>
  );
}
