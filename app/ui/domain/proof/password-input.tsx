import { type ComponentProps, useState } from "react";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

/** Can be looked at, pasted into, and filled by a password manager. */
export function PasswordInput(props: ComponentProps<"input">) {
  const { auth } = useSignInWords();
  const [shown, setShown] = useState(false);
  const label = shown ? auth.hide : auth.show;
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={72}
        className="pr-12"
      />
      <button
        type="button"
        aria-label={label}
        aria-pressed={shown}
        title={label}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted hover:text-ink"
      >
        <Icon name={shown ? "eye-off" : "eye"} />
      </button>
    </div>
  );
}
