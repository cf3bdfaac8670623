import { useId } from "react";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { ApprovedProof } from "#app/ui/domain/design/approved-proof.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type {
  ApprovedProof as Proof,
  ReturnableLine,
  ReturnKind,
} from "#shop/orders/returns/return.ts";

interface ReturnableGoodsProps {
  lines: readonly (ReturnableLine & { readonly proof: Proof | null })[];
  kind: ReturnKind;
  /** What is wrong with the quantities. */
  error: string | undefined;
}

/** Quantity of each line; a line that cannot be chosen shows the reason. */
export function ReturnableGoods({ lines, kind, error }: ReturnableGoodsProps) {
  const { ask: words } = useReturnWords();
  const problemId = useId();
  const open = lines.filter((line) => line.pieces[kind] > 0);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-lg font-bold">{words.goods}</legend>
      <ul className="grid gap-3">
        {lines.map((line) => {
          const maxPieces = line.pieces[kind];
          return (
            <li
              key={line.order_line_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule pb-3"
            >
              <span className="min-w-40 grow basis-0 wrap-anywhere">
                <b>{line.name}</b>
                <span className="block text-sm text-muted">{line.options}</span>
                {maxPieces === 0 ? (
                  <span className="block text-sm text-muted">
                    {line.personalised && kind === "return" ? words.personalised : words.tooLate}
                  </span>
                ) : null}
              </span>
              {kind === "claim" && line.proof && maxPieces > 0 ? (
                <div className="order-last w-full">
                  <ApprovedProof proof={line.proof} />
                  {line.proof.pieces ? <p className="mt-1 text-sm">{words.whichNames}</p> : null}
                </div>
              ) : null}
              {maxPieces > 0 ? (
                <span className="flex items-center gap-2 whitespace-nowrap">
                  <TextInput
                    type="number"
                    name={`line:${line.order_line_id}`}
                    aria-label={words.quantity(line.name)}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? problemId : undefined}
                    min={0}
                    max={maxPieces}
                    defaultValue={open.length === 1 ? maxPieces : 0}
                    className="figures max-w-20"
                  />
                  <span className="tabular-nums">{words.of(maxPieces)}</span>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      {error ? (
        <p id={problemId} className="text-sm text-stamp">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
