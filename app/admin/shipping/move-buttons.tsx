import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { IconButton } from "#app/ui/button.tsx";
import { useMayEdit } from "./may-edit.ts";

interface MoveButtonsProps {
  name: string;
  id: string;
  /** Its place in the list, counted from 0. */
  place: number;
  /** The length of the list. */
  count: number;
}

/** Up and down in a list. The form around them gets `move`: the new place and the id, so a repeat moves nothing. */
export function MoveButtons({ name, id, place, count }: MoveButtonsProps) {
  const words = useShippingWords();
  if (!useMayEdit()) return null;
  return (
    <>
      <IconButton
        type="submit"
        name="move"
        value={`${place - 1} ${id}`}
        icon="chevron-up"
        label={words.up(name)}
        disabled={place === 0}
        className="lg:size-9"
      />
      <IconButton
        type="submit"
        name="move"
        value={`${place + 1} ${id}`}
        icon="chevron-down"
        label={words.down(name)}
        disabled={place === count - 1}
        className="lg:size-9"
      />
    </>
  );
}
