import { type FormEvent, useState } from "react";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type Card, type CardProblem, cardFieldProblem } from "#base/card-check.ts";

export const emptyCard: Card = { number: "", expiry: "", cvc: "" };

type Answer =
  | { status: "succeeded" | "challenge" | "closed" | "not_found" }
  | { status: "declined" | "invalid"; code: string };

/** The provider's answer to a card; `network` when it was unreachable. */
export type CardOutcome =
  | { kind: "succeeded" | "challenge" | "closed" | "network" }
  | { kind: "refused"; code: string };

/** Sends a card to the built-in provider, past the shop: the shop never sees a card's number. */
export async function confirmCard(
  client: Readonly<Record<string, string>>,
  card: Card,
): Promise<CardOutcome> {
  return ask(`/pay/builtin/${client.id}/confirm`, { secret: client.secret, ...card });
}

/** The same with a card of the device's wallet, identified by the wallet's token. */
export async function confirmDevice(
  client: Readonly<Record<string, string>>,
  token: string,
): Promise<CardOutcome> {
  return ask(`/pay/builtin/${client.id}/device`, { secret: client.secret, token });
}

export async function answerChallenge(
  client: Readonly<Record<string, string>>,
  code: string,
): Promise<CardOutcome> {
  return ask(`/pay/builtin/${client.id}/challenge`, { secret: client.secret, code });
}

async function ask(path: string, body: object): Promise<CardOutcome> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    if ("code" in answer) return { kind: "refused", code: answer.code };
    return { kind: answer.status === "not_found" ? "closed" : answer.status };
  } catch {
    return { kind: "network" };
  }
}

const fieldOf: Readonly<Record<string, keyof Card>> = {
  number_invalid: "number",
  expiry_invalid: "expiry",
  expired: "expiry",
  cvc_invalid: "cvc",
};

interface CardFieldsProps {
  card: Card;
  onChange: (card: Card) => void;
  /** Why the bank or the form refused it. */
  problem: string | null;
}

/** Groups digits during input and validates each field on blur. The fields keep their values after a refused payment. */
export function CardFields({ card, onChange, problem }: CardFieldsProps) {
  const { card: words } = useBuyingWords();
  const [found, setFound] = useState<Partial<Record<keyof Card, CardProblem | undefined>>>({});
  const field = problem ? fieldOf[problem] : undefined;
  const errorOf = (name: keyof Card) => {
    const code = problem && field === name ? problem : found[name];
    return code ? wordsFor(words.errors, code, "card_declined") : undefined;
  };
  const change = (name: keyof Card, value: string) => {
    setFound({ ...found, [name]: undefined });
    onChange({ ...card, [name]: value });
  };
  const check = (name: keyof Card) => {
    const value = card[name];
    if (value !== "") setFound({ ...found, [name]: cardFieldProblem(name, value, new Date()) });
  };

  return (
    <div className="grid gap-4">
      {problem && !field ? (
        <Notice tone="error">{wordsFor(words.errors, problem, "card_declined")}</Notice>
      ) : null}
      <Field label={words.number} error={errorOf("number")}>
        {(parts) => (
          <TextInput
            {...parts}
            inputMode="numeric"
            autoComplete="cc-number"
            className="figures"
            maxLength={23}
            value={card.number}
            onChange={(event) => change("number", grouped(event.target.value))}
            onBlur={() => check("number")}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label={words.expiry} error={errorOf("expiry")}>
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={words.expiryHint}
              className="figures"
              maxLength={5}
              value={card.expiry}
              onChange={(event) => change("expiry", monthAndYear(event.target.value, card.expiry))}
              onBlur={() => check("expiry")}
            />
          )}
        </Field>
        <Field label={words.cvc} error={errorOf("cvc")}>
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              autoComplete="cc-csc"
              className="figures"
              maxLength={4}
              value={card.cvc}
              onChange={(event) => change("cvc", event.target.value.replace(/\D/g, ""))}
              onBlur={() => check("cvc")}
            />
          )}
        </Field>
      </div>
      <p className="text-sm text-muted">{words.test}</p>
    </div>
  );
}

function grouped(text: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
}

function monthAndYear(text: string, before: string): string {
  const digits = text.replace(/\D/g, "").slice(0, 4);
  // Deleting the slash deletes the digit before it, or it would come back for ever.
  if (before.endsWith("/") && text.length < before.length) return digits.slice(0, 1);
  return digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

interface ChallengeDialogProps {
  open: boolean;
  onAnswer: (code: string) => Promise<string | null>;
}

/** The bank's challenge. @param onAnswer gets the problem's code, or null */
export function ChallengeDialog({ open, onAnswer }: ChallengeDialogProps) {
  const { card: words } = useBuyingWords();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (answer: string) => {
    setBusy(true);
    setProblem(await onAnswer(answer));
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <Dialog open={open} onClose={() => void send("cancel")} title={words.challengeTitle}>
      <form onSubmit={submit} className="grid gap-5">
        <p>{words.challengeText}</p>
        <Field
          label={words.code}
          error={problem ? wordsFor(words.errors, problem, "code_wrong") : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="figures max-w-48 text-xl"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {words.confirm}
          </Button>
          <Button look="bare" onClick={() => void send("cancel")}>
            {words.abort}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
