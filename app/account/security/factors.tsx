import { useState } from "react";
import { useRevalidator } from "react-router";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { useFocusBack } from "../focus-back.ts";
import { EnrolFactor } from "./enrol-factor.tsx";
import { EnrolPhone } from "./enrol-phone.tsx";
import { FactorRow } from "./factor-row.tsx";

/** Apps and numbers that give a code: the second step of signing in. */
export function Factors({ keys }: { keys: SignInKeys }) {
  const { factors } = keys;
  const words = useSecurityWords();
  const { revalidate } = useRevalidator();
  const [adding, setAdding] = useState<"app" | "phone" | null>(null);
  const opener = useFocusBack(adding !== null);
  const close = () => setAdding(null);
  const onDone = () => {
    close();
    void revalidate();
  };

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.factors}</h2>
      <p className="text-sm text-muted">{words.factorsLead}</p>
      {factors.length === 0 ? (
        <p>{words.noFactors}</p>
      ) : (
        <ul className={`divide-y divide-rule border-t border-rule ${adding ? "" : "border-b"}`}>
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              keys={keys}
              onChange={() => void revalidate()}
            />
          ))}
        </ul>
      )}
      {adding === "app" ? (
        <EnrolFactor keys={keys} onDone={onDone} onCancel={close} />
      ) : adding === "phone" ? (
        <EnrolPhone keys={keys} onDone={onDone} onCancel={close} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button ref={opener} look="quiet" icon="plus" onClick={() => setAdding("app")}>
            {words.addFactor}
          </Button>
          <Button look="quiet" icon="plus" onClick={() => setAdding("phone")}>
            {words.addPhone}
          </Button>
        </div>
      )}
    </section>
  );
}
