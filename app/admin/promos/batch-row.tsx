import { useState } from "react";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatCount } from "#base/format-count.ts";
import type { BatchState, PromoBatch } from "#shop/promotions/batch.ts";

const looks: Record<BatchState | "revoked", { copy: Copy; icon: IconName }> = {
  queued: { copy: "yellow", icon: "clock" },
  running: { copy: "yellow", icon: "clock" },
  paused: { copy: "white", icon: "clock" },
  done: { copy: "green", icon: "circle-check" },
  canceled: { copy: "white", icon: "ban" },
  revoked: { copy: "stamp", icon: "ban" },
};

type Change = { act: "pause" | "resume" | "cancel" } | { act: "note"; note: string };

interface BatchRowProps {
  promotionId: string;
  batch: PromoBatch;
  busy: boolean;
  mayChange: boolean;
  onChange: (change: Change) => void;
  onRevoke: () => void;
}

/** A batch: what it is, how far it is, for whom it is, and what can be done with it. */
export function BatchRow({
  promotionId,
  batch,
  busy,
  mayChange,
  onChange,
  onRevoke,
}: BatchRowProps) {
  const { bulk: words } = usePromoWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const { id, state, made, count, used, revoked_at } = batch;
  const shown = revoked_at === null ? state : "revoked";
  const isUnfinished = state === "queued" || state === "running" || state === "paused";
  const act = (name: "pause" | "resume" | "cancel") => (
    <Button key={name} look="quiet" disabled={busy} onClick={() => onChange({ act: name })}>
      {words.acts[name]}
    </Button>
  );
  return (
    <li className="grid gap-3 border-b border-rule py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="figures font-semibold">
          {batch.prefix}
          <span className="text-muted">{"·".repeat(batch.length)}</span>
        </span>
        <Pill {...looks[shown]}>{words.states[shown]}</Pill>
        <span className="text-muted">{formatMoment(batch.created_at, language, zone)}</span>
        <span className="figures ml-auto">
          {isUnfinished || state === "canceled"
            ? words.progress(formatCount(made, language), formatCount(count, language))
            : words.total(formatCount(made, language))}
          {" · "}
          {words.used(formatCount(used, language))}
        </span>
      </div>
      {isUnfinished ? (
        <div
          role="progressbar"
          aria-label={words.progress(formatCount(made, language), formatCount(count, language))}
          aria-valuemin={0}
          aria-valuemax={count}
          aria-valuenow={made}
          className="h-1.5 bg-rule"
        >
          <div className="h-full bg-carbon" style={{ width: `${(made / count) * 100}%` }} />
        </div>
      ) : null}
      {mayChange ? (
        <div className="flex flex-wrap items-center gap-2">
          {state === "queued" || state === "running" ? act("pause") : null}
          {state === "paused" ? act("resume") : null}
          {isUnfinished ? act("cancel") : null}
          {made > 0 ? (
            <a
              href={to(`/admin/PromoCodes/${promotionId}/Codes/${id}/File`)}
              download
              className="inline-flex min-h-11 items-center gap-2 border border-control bg-card px-5 py-2 font-semibold leading-tight hover:border-ink"
            >
              <Icon name="arrow-down" className="size-4" />
              {words.export}
            </a>
          ) : null}
          {revoked_at === null ? (
            <Button look="danger" disabled={busy} onClick={onRevoke}>
              {words.acts.revoke}
            </Button>
          ) : null}
          <NoteForm
            note={batch.note}
            busy={busy}
            onSave={(note) => onChange({ act: "note", note })}
          />
        </div>
      ) : batch.note ? (
        <p className="text-muted">{batch.note}</p>
      ) : null}
    </li>
  );
}

function NoteForm({
  note,
  busy,
  onSave,
}: {
  note: string;
  busy: boolean;
  onSave: (note: string) => void;
}) {
  const { bulk: words } = usePromoWords();
  const [typed, setTyped] = useState(note);
  const isChanged = typed.trim() !== note;
  return (
    <form
      className="flex min-w-0 grow basis-64 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onSave(typed);
      }}
    >
      <TextInput
        aria-label={words.note}
        placeholder={words.noteHint}
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isChanged ? (
        <Button type="submit" look="quiet" busy={busy}>
          {words.saveNote}
        </Button>
      ) : null}
    </form>
  );
}
