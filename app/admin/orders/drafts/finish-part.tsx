import { useState } from "react";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { depositOf } from "#shop/orders/deposit.ts";
import { type DraftFinish, draftFinishes, holdHours } from "#shop/orders/drafts/draft.ts";
import { CashField } from "./cash-field.tsx";
import { DepositChoice, percentOf, type TypedDeposit } from "./deposit-choice.tsx";

const holds = [holdHours.least, 3, 12, holdHours.usual, 72, holdHours.most];

/** The choices with which a draft becomes an order. */
export interface FinishedDraft {
  readonly finish: DraftFinish;
  readonly hold_hours: number;
  readonly expected_total: number;
  readonly deposit_percent: number | null;
}

interface FinishPartProps {
  /** Cash is chosen first. */
  isCounter: boolean;
  busy: boolean;
  /** A newer total is being computed. */
  isPending: boolean;
  /** Null while the total is unknown. */
  total: number | null;
  /** Without a total, the request makes no order and returns the fields that prevent it. */
  onMake: (finished: FinishedDraft) => void;
}

/** The payment, and the button that makes the order. */
export function FinishPart({ isCounter, busy, isPending, total, onMake }: FinishPartProps) {
  const words = useDraftWords();
  const [finish, setFinish] = useState<DraftFinish>(isCounter ? "cash" : "link");
  const [hours, setHours] = useState<number>(holdHours.usual);
  const [typed, setTyped] = useState<TypedDeposit>(null);
  const percent = typed === null ? null : percentOf(typed);
  const deposit = total === null || !percent ? null : (depositOf(total, percent) ?? null);
  const canMake =
    percent === null || (percent !== undefined && (total === null || deposit !== null));
  return (
    <section className="grid gap-4 border border-rule p-4">
      <fieldset className="grid gap-1">
        <legend className="font-display text-lg font-bold">{words.finish}</legend>
        {draftFinishes.map((name) => (
          <Checkbox
            key={name}
            type="radio"
            name="finish"
            label={words.finishes[name]}
            checked={finish === name}
            onChange={() => setFinish(name)}
          />
        ))}
      </fieldset>
      {total === null ? null : <DepositChoice typed={typed} total={total} onChoose={setTyped} />}
      {finish === "link" ? (
        <Field label={words.hold}>
          {(parts) => (
            <Select
              {...parts}
              className="w-full"
              value={hours}
              onChange={(event) => setHours(Number(event.target.value))}
            >
              {holds.map((hour) => (
                <option key={hour} value={hour}>
                  {words.holds(hour)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {finish === "cash" && total !== null ? <CashField total={deposit ?? total} /> : null}
      <Button
        data-sends=""
        wide
        busy={busy || isPending}
        disabled={!canMake}
        onClick={() => {
          if (percent === undefined) return;
          onMake({
            finish,
            hold_hours: hours,
            expected_total: total ?? 0,
            deposit_percent: percent,
          });
        }}
      >
        {words.make}
      </Button>
    </section>
  );
}
