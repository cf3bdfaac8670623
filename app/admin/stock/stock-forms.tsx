import { type ReactNode, useState } from "react";
import { useFetcher } from "react-router";
import { useStockWords } from "#app/admin/messages/stock.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { VariantStock } from "#shop/catalogue/stock/read-stock.server.ts";
import { adjustmentReasons } from "#shop/catalogue/stock/stock-ledger.ts";
import type { StockAnswer } from "./stock-action.server.ts";

interface StockFormsProps {
  stock: VariantStock;
  /** Names the next submission, so that sending it twice books it once. */
  submissionKey: string;
  mayCost: boolean;
}

/** Receive, adjust, the pieces that are never sold, and from where down stock is low. */
export function StockForms({ stock, submissionKey, mayCost }: StockFormsProps) {
  const words = useStockWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StockForm
        kind="receive"
        title={words.receive}
        submit={words.submitReceive}
        submissionKey={submissionKey}
      >
        {(errorOf) => (
          <>
            <Quantity label={words.quantity} error={errorOf("quantity")} />
            {mayCost ? (
              <Field
                label={words.unitCost}
                hint={words.unitCostHint}
                error={errorOf("unit_cost")}
                optional
              >
                {(parts) => (
                  <TextInput
                    {...parts}
                    name="unit_cost"
                    inputMode="numeric"
                    className="figures"
                    maxLength={20}
                  />
                )}
              </Field>
            ) : null}
            <Note error={errorOf("note")} />
          </>
        )}
      </StockForm>
      <StockForm
        kind="adjust"
        title={words.adjust}
        submit={words.submitAdjust}
        submissionKey={submissionKey}
      >
        {(errorOf) => (
          <>
            <Quantity label={words.change} error={errorOf("quantity")} />
            <Field label={words.reason} error={errorOf("reason")}>
              {(parts) => (
                <Select {...parts} name="reason" defaultValue="" className="w-full">
                  <option value="">{words.chooseReason}</option>
                  {adjustmentReasons.map((reason) => (
                    <option key={reason} value={reason}>
                      {words.reasons[reason]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Note error={errorOf("note")} />
          </>
        )}
      </StockForm>
      <StockForm
        kind="limits"
        title={words.safety}
        submit={words.submitSafety}
        submissionKey={submissionKey}
      >
        {(errorOf) => (
          <Field
            label={words.figures.safety}
            hint={words.figuresHint.safety}
            error={errorOf("safety")}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name="safety"
                inputMode="numeric"
                className="figures"
                defaultValue={stock.safety}
                maxLength={10}
              />
            )}
          </Field>
        )}
      </StockForm>
      <StockForm
        kind="low"
        title={words.low}
        submit={words.submitLow}
        submissionKey={submissionKey}
      >
        {(errorOf) => (
          <Field
            label={words.lowAt}
            hint={words.lowHint(stock.low_stock_pieces)}
            error={errorOf("low_at")}
            optional
          >
            {(parts) => (
              <TextInput
                {...parts}
                name="low_at"
                inputMode="numeric"
                className="figures"
                defaultValue={stock.low_stock_at ?? ""}
                maxLength={10}
              />
            )}
          </Field>
        )}
      </StockForm>
    </div>
  );
}

interface StockFormProps {
  kind: "receive" | "adjust" | "limits" | "low";
  title: string;
  submit: string;
  submissionKey: string;
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
}

function StockForm({ kind, title, submit, submissionKey, children }: StockFormProps) {
  const words = useStockWords();
  const fetcher = useFetcher<StockAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = !busy && fetcher.data?.of === kind ? fetcher.data : undefined;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const isAsked = reply?.problem === "waits_for_approval";
  // A refused form keeps its key: the same submission may be sent again.
  const [key, setKey] = useState(submissionKey);
  const isBooked = kind === "receive" || kind === "adjust";
  if ((reply?.done || isAsked) && isBooked && key !== submissionKey) setKey(submissionKey);
  return (
    <fetcher.Form
      key={isBooked ? key : kind}
      method="post"
      noValidate
      className="grid content-start gap-3 border border-rule p-4"
    >
      <h2 className="text-lg">{title}</h2>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="key" value={key} />
      {children((name) => (reply?.problems?.[name] ? say(reply.problems[name]) : undefined))}
      <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
        {submit}
      </Button>
      <p role="status" className={reply?.problem && !isAsked ? "text-stamp" : "text-muted"}>
        {reply?.problem ? say(reply.problem) : reply?.done ? words.done : ""}
      </p>
    </fetcher.Form>
  );
}

function Quantity({ label, error }: { label: string; error: string | undefined }) {
  return (
    <Field label={label} error={error}>
      {(parts) => (
        <TextInput
          {...parts}
          name="quantity"
          maxLength={12}
          autoComplete="off"
          className="figures"
        />
      )}
    </Field>
  );
}

function Note({ error }: { error: string | undefined }) {
  const words = useStockWords();
  return (
    <Field label={words.note} hint={words.noteHint} error={error} optional>
      {(parts) => <TextInput {...parts} name="note" maxLength={200} />}
    </Field>
  );
}
