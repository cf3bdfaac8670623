import type { ComponentProps } from "react";
import { TextInput } from "#app/ui/text-input.tsx";

/** At most as long as a mail address can be (RFC 5321, with the brackets of a path left out). */
export function EmailInput(props: ComponentProps<"input">) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      maxLength={254}
      {...props}
    />
  );
}

export function PhoneInput(props: ComponentProps<"input">) {
  return <TextInput type="tel" inputMode="tel" autoComplete="tel" maxLength={40} {...props} />;
}
