import { type ReactNode, useRef, useState } from "react";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { CodeField, codeLength } from "./code-field.tsx";
import { PageForm } from "./page-form.tsx";
import { useAttempt } from "./use-attempt.ts";

/** Options of the second step's form. */
export interface SecondStepProps {
  /** Label of the submit button, where it does not sign in. */
  button?: string;
  /** Content beside the button, e.g. a link back. */
  beside?: ReactNode;
  onDone: () => void;
}

interface SecondStepFormProps extends SecondStepProps {
  lead: string;
  label: string;
  /** @throws the server's error for a wrong code */
  verify: (digits: string) => Promise<void>;
  children?: ReactNode;
}

/** A code of six digits; the last one sends it, and a wrong one waits to be typed over. */
export function SecondStepForm(props: SecondStepFormProps) {
  const { lead, label, verify, button, beside, onDone, children } = props;
  const { factor: words } = useSignInWords();
  const [code, setCode] = useState("");
  const { busy, problemText, refuse, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);

  const send = async (digits: string) => {
    if (digits.length !== codeLength) return refuse({ code: "code_incomplete" });
    const isRight = await attempt(async () => {
      await verify(digits);
      onDone();
      return "leaving";
    });
    if (isRight === false) input.current?.select();
  };

  return (
    <PageForm onSubmit={() => send(code)}>
      <p>{lead}</p>
      <CodeField
        label={label}
        error={problemText}
        value={code}
        onChange={setCode}
        onComplete={(digits) => void send(digits)}
        input={input}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} wide={!button}>
          {button ?? words.confirm}
        </Button>
        {beside}
      </div>
      {children}
    </PageForm>
  );
}
