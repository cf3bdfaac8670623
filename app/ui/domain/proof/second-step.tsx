import { type ReactNode, useState } from "react";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { AppCodeForm, type OwnFactor } from "./app-code-form.tsx";
import { PhoneCodeForm } from "./phone-code-form.tsx";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";
import type { SecondStepProps } from "./second-step-form.tsx";

type Way = "app" | "phone" | "recovery";

interface SecondStepChoiceProps extends SecondStepProps {
  apps: readonly OwnFactor[];
  phones: readonly OwnFactor[];
  /** Further links below those to the other methods. */
  children?: ReactNode;
}

/** The second step: a code from an app, a code from a text message, or a recovery code. The person chooses the method. */
export function SecondStep({ apps, phones, children, ...form }: SecondStepChoiceProps) {
  const { factor: words } = useSignInWords();
  const [way, setWay] = useState<Way>(apps.length > 0 ? "app" : "phone");
  const options: readonly Way[] = [
    ...(apps.length > 0 ? (["app"] as const) : []),
    ...(phones.length > 0 ? (["phone"] as const) : []),
    "recovery",
  ];
  return (
    <div className="grid gap-4">
      {way === "app" ? (
        <AppCodeForm apps={apps} {...form} />
      ) : way === "phone" ? (
        <PhoneCodeForm phones={phones} {...form} />
      ) : (
        <RecoveryCodeForm {...form} />
      )}
      <div className="grid justify-items-start border-t border-rule pt-2 text-sm">
        {options
          .filter((other) => other !== way)
          .map((other) => (
            <button
              key={other}
              type="button"
              className="link min-h-11"
              onClick={() => setWay(other)}
            >
              {words.use[other]}
            </button>
          ))}
        {children}
      </div>
    </div>
  );
}
