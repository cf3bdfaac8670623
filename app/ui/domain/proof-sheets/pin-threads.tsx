import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { type Message, maxMessageLength } from "#shop/production/customisations/customisation.ts";
import type { Pin, PinPlace } from "#shop/production/customisations/proofs/proof-sheet.ts";

/** What the pages of both sides answer; a problem is a stable code. */
export interface PinReply {
  readonly problem?: string;
}

interface PinFormProps {
  /** Id of the customisation. */
  customisation: string;
  /** Id of the proof. */
  proof: string;
  place: PinPlace;
  onClose: () => void;
}

/** What is written about a new place; the pin is stored together with it. */
export function PinForm({ customisation, proof, place, onClose }: PinFormProps) {
  const words = useProofWords();
  const [key] = useState(() => crypto.randomUUID());
  const { side, area, x, y } = place;
  const fields = { intent: "pin", id: customisation, proof, side, area, x, y, key };
  return (
    <section aria-label={words.newPin} className="grid gap-2 border border-carbon p-3">
      <p className="text-sm text-muted">{words.place(x, y)}</p>
      <WriteForm
        fields={fields}
        about={`${side}/${area} ${x} ${y}`}
        label={words.write}
        submit={words.drop}
        onClose={(isDone) => {
          onClose();
          if (isDone) focusPin(key);
        }}
      />
    </section>
  );
}

const elementId = (pin: string) => `pin-${pin}`;

/** Moves the focus to a pin's thread. */
export function focusPin(pin: string): void {
  requestAnimationFrame(() => document.getElementById(elementId(pin))?.focus());
}

interface WriteFormProps {
  fields: Readonly<Record<string, string | number>>;
  /** What is written about: the focus comes to the form when it changes. */
  about: string;
  label: string;
  submit: string;
  onClose: (isDone: boolean) => void;
}

function WriteForm({ fields, about, label, submit, onClose }: WriteFormProps) {
  const words = useProofWords();
  const fetcher = useFetcher<PinReply>();
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place takes the focus again
  useEffect(() => field.current?.focus(), [about]);
  const busy = fetcher.state !== "idle";
  const answer = busy ? undefined : fetcher.data;
  const isDone = answer !== undefined && !answer.problem;
  useDirtyForm(text !== "" && !isDone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes once, when the answer is there
  useEffect(() => {
    if (isDone) onClose(true);
  }, [isDone]);
  return (
    <form
      method="post"
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void fetcher.submit({ ...fields, text }, { method: "post" });
      }}
    >
      <Field
        label={label}
        error={answer?.problem ? wordsFor(words.problems, answer.problem, "unexpected") : undefined}
      >
        {(parts) => (
          <TextArea
            {...parts}
            ref={field}
            rows={2}
            maxLength={maxMessageLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
        <Button look="bare" onClick={() => onClose(false)}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

interface PinThreadsProps {
  customisation: string;
  /** In reading order. */
  pins: readonly Pin[];
  messages: readonly Message[];
  /** How the two sides are called. */
  names: { readonly shop: string; readonly buyer: string };
  mayWrite: boolean;
}

/** The pins of a version, each with what was written about it. */
export function PinThreads({ pins, ...props }: PinThreadsProps) {
  const words = useProofWords();
  if (pins.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{words.pins}</h3>
      <ol className="grid gap-2">
        {pins.map((pin) => (
          <Thread key={pin.id} pin={pin} {...props} />
        ))}
      </ol>
    </section>
  );
}

interface ThreadProps extends Omit<PinThreadsProps, "pins"> {
  pin: Pin;
}

function Thread({ pin, customisation, messages, names, mayWrite }: ThreadProps) {
  const words = useProofWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<PinReply>();
  const [isReplying, setReplying] = useState(false);
  const [key, setKey] = useState("");
  const { id, number, settled_at, x, y } = pin;
  const isOpen = settled_at === null;
  return (
    <li
      id={elementId(id)}
      tabIndex={-1}
      aria-label={words.pin(number)}
      className={`grid gap-2 border p-3 text-sm ${isOpen ? "border-ink" : "border-rule bg-paper"}`}
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <b className="figures">{words.pin(number)}</b>
        <span className={isOpen ? "bg-yellow px-2 text-yellow-ink" : "text-muted"}>
          {isOpen ? words.open : words.settled}
        </span>
        <span className="text-muted">{words.place(x, y)}</span>
      </p>
      {messages
        .filter(({ pin_id }) => pin_id === id)
        .map((message) => (
          <div key={message.id}>
            <p className="text-muted">
              <b className="text-ink">{message.from_shop ? names.shop : names.buyer}</b>{" "}
              {formatMoment(message.at, language, zone)}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
          </div>
        ))}
      {fetcher.data?.problem ? (
        <p role="alert" className="text-stamp">
          {wordsFor(words.problems, fetcher.data.problem, "unexpected")}
        </p>
      ) : null}
      {isReplying ? (
        <WriteForm
          fields={{ intent: "write", id: customisation, pin: id, key }}
          about={id}
          label={words.replyTo(number)}
          submit={words.send}
          onClose={() => {
            setReplying(false);
            focusPin(id);
          }}
        />
      ) : mayWrite ? (
        <fetcher.Form method="post" className="no-print flex flex-wrap gap-2">
          <input type="hidden" name="id" value={customisation} />
          <input type="hidden" name="pin" value={id} />
          <input type="hidden" name="settled" value={isOpen ? "on" : ""} />
          <Button
            look="quiet"
            aria-label={words.replyTo(number)}
            onClick={() => {
              setKey(crypto.randomUUID());
              setReplying(true);
            }}
          >
            {words.reply}
          </Button>
          <Button
            type="submit"
            look="bare"
            name="intent"
            value="settle"
            busy={fetcher.state !== "idle"}
            aria-label={isOpen ? words.settleOf(number) : words.reopenOf(number)}
          >
            {isOpen ? words.settle : words.reopen}
          </Button>
        </fetcher.Form>
      ) : null}
    </li>
  );
}
