import { useState } from "react";
import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { readAmount } from "#shop/kernel/read-amount.ts";

interface BatchFormProps {
  busy: boolean;
  problems: Readonly<Record<string, string>>;
  onSubmit: (input: object) => void;
}

/** What a batch shall be. Its example shows how a code will look. */
export function BatchForm({ busy, problems, onSubmit }: BatchFormProps) {
  const { bulk: words } = usePromoWords();
  // A second press of the button makes no second batch.
  const [id] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState({ prefix: "", length: "10", count: "1.000", note: "" });
  const errorOf = (name: string) => {
    const code = problems[name];
    return code ? wordsFor(words.problems, code, "invalid_input") : undefined;
  };
  const whole = (text: string) => readAmount(text) ?? Number.NaN;
  const random = "7KQ4M9TXBW2HRD6P".slice(0, Math.min(16, Math.max(0, whole(typed.length) || 0)));
  const field = (
    name: keyof typeof typed,
    {
      label,
      hint,
      max,
      isNumber,
    }: { label: string; hint?: string; max: number; isNumber?: boolean },
  ) => (
    <Field label={label} hint={hint} error={errorOf(name)}>
      {(parts) => (
        <TextInput
          {...parts}
          className={name === "note" ? "" : "figures"}
          inputMode={isNumber ? "numeric" : undefined}
          autoComplete="off"
          maxLength={max}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { prefix, length, count, note } = typed;
        onSubmit({ id, prefix, note, length: whole(length), count: whole(count) });
      }}
    >
      <Section title={words.title} hint={words.hint}>
        <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {field("count", { label: words.count, hint: words.countHint, max: 12, isNumber: true })}
          {field("prefix", { label: words.prefix, hint: words.prefixHint, max: 20 })}
          {field("length", { label: words.length, hint: words.lengthHint, max: 2, isNumber: true })}
          {field("note", { label: words.note, hint: words.noteHint, max: 500 })}
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={busy}>
            {words.submit}
          </Button>
          <p className="text-muted">
            {words.example}{" "}
            <span className="figures wrap-anywhere text-ink">
              {typed.prefix.toUpperCase()}
              {random}
            </span>
          </p>
        </div>
      </Section>
    </form>
  );
}
