import { useState } from "react";
import { usePromoCodeWords } from "#app/messages/shared/promo-codes.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

/** The field for one code. */
export default function PromoForm({ onCode }: { onCode: (code: string) => void }) {
  const promo = usePromoCodeWords();
  const [typed, setTyped] = useState("");
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!typed.trim()) return;
        onCode(typed);
      }}
    >
      <div className="grow">
        <Field label={promo.label}>
          {(parts) => (
            <TextInput
              {...parts}
              autoFocus
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="done"
              maxLength={40}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="uppercase"
            />
          )}
        </Field>
      </div>
      <Button type="submit" look="quiet">
        {promo.apply}
      </Button>
    </form>
  );
}
