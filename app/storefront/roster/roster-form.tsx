import { useEffect, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useLocalPath } from "#app/language.ts";
import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import { Button } from "#app/ui/button.tsx";
import { UnmatchedLines } from "#app/ui/domain/order/unmatched-lines.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { RosterStart, TypedRoster } from "#shop/designs/roster/find-roster-start.server.ts";
import { type ParsedRows, parseRows } from "#shop/designs/roster/parse-rows.ts";
import type { RosterRow as Row } from "#shop/designs/roster/roster.ts";
import { colourOf, inColour } from "#shop/designs/roster/roster-colour.ts";
import type { RosterAnswer } from "./roster-action.server.ts";
import { RosterColour } from "./roster-colour.tsx";
import { RosterPaste } from "./roster-paste.tsx";
import { useRosterRemarks, useTooLong, variantAssumed, variantMissing } from "./roster-remarks.ts";
import { RosterRow } from "./roster-row.tsx";
import { RosterShared } from "./roster-shared.tsx";
import { RosterSide } from "./roster-side.tsx";

/** Repeats shop/designs/roster/roster.ts, which would add its schemas to the scripts. */
const maxRows = 99;
const addedRows = 5;

interface RosterFormProps {
  start: RosterStart;
  typed: TypedRoster;
  /** Idempotency key. */
  formKey: string;
  /** The version in the cart that this list takes the place of. */
  replaced: string | null;
  answer: RosterAnswer | undefined;
}

/** The list of a team: what all pieces bear, a row for each piece, its picture and the price of all. */
export function RosterForm({ start, typed: begun, formKey, replaced, answer }: RosterFormProps) {
  const words = useRosterWords();
  const design = useDesignPriceWords();
  const to = useLocalPath();
  const { product, variants, templates } = start;
  const [seen, setSeen] = useState(answer);
  const [typed, setTyped] = useState(answer?.typed ?? begun);
  const [shown, setShown] = useState(0);
  const [dropped, setDropped] = useState(0);
  const [left, setLeft] = useState<ParsedRows["left"]>(answer?.left ?? []);
  // By row, so that the marks follow their rows when others are removed.
  const [assumed, setAssumed] = useState(() => rowsAt(answer));
  const [isChanged, setChanged] = useState(false);
  const [isMixed, setMixed] = useState(answer?.isMixed ?? false);
  if (answer !== seen) {
    setSeen(answer);
    setTyped(answer?.typed ?? begun);
    setDropped(answer?.dropped ?? 0);
    setLeft(answer?.left ?? []);
    setAssumed(rowsAt(answer));
    setMixed(answer?.isMixed ?? false);
    setChanged(false);
  }
  const isBusy = useNavigation().state !== "idle";
  useDirtyForm(isChanged && !isBusy);
  useIntoCart(answer, replaced);
  const template = templates.find(({ id }) => id === typed.template) ?? templates[0];
  const fields = template?.fields ?? [];
  const own = fields.filter(({ each }) => each);
  const answered = useRosterRemarks(answer, fields);
  const { rows } = typed;
  const tooLong = useTooLong(rows, own);
  const filled = rows.filter(isFilled);
  const common = colourOf(filled.length > 0 ? filled : rows, variants);
  const colour = isMixed ? null : common;
  const choices = variants
    .filter((one) => !start.colour || colour === null || one.colour === colour)
    .map(({ id, label, size, sku, is_sold_out }) => ({
      id,
      is_sold_out,
      label: (start.colour && colour !== null ? size : label) || sku,
    }));
  const labelOf = ({ variant_id }: Row) => choices.find(({ id }) => id === variant_id)?.label ?? "";
  const marked = rows.flatMap((row, index) =>
    assumed.has(row) ? variantAssumed(words, index, labelOf(row)) : [],
  );
  // Before submission and after each change, the browser marks names that are too long.
  const remarks = [
    ...marked,
    ...(isChanged || !answer?.problem ? [...tooLong, ...(isChanged ? [] : answered)] : answered),
  ];
  const knows = ({ variant_id }: Row) => variants.some(({ id }) => id === variant_id);
  const change = (next: Partial<TypedRoster>) => {
    setChanged(true);
    setTyped({ ...typed, ...next });
  };
  /** @param replaced the rows in their order, after a change of all of them */
  const moveMarks = (replaced: readonly Row[]) =>
    setAssumed(new Set(replaced.filter((_, index) => assumed.has(rows[index] as Row))));
  const changeRow = (index: number, row: Row) => {
    const before = rows[index];
    if (before && assumed.has(before)) {
      const others = [...assumed].filter((one) => one !== before);
      setAssumed(new Set(row.variant_id === before.variant_id ? [...others, row] : others));
    }
    change({ rows: rows.with(index, row) });
  };
  const add = () => {
    const empty = { variant_id: rows.at(-1)?.variant_id ?? variants[0]?.id ?? "", values: {} };
    change({ rows: [...rows, ...Array<Row>(addedRows).fill(empty)].slice(0, maxRows) });
  };
  const paste = (text: string, at: number) => {
    const before = rows.slice(0, at).filter(isFilled);
    const after = rows.slice(at + 1).filter(isFilled);
    const usual = rows[at]?.variant_id ?? rows.at(-1)?.variant_id ?? variants[0]?.id ?? "";
    const room = maxRows - before.length - after.length;
    const parsed = parseRows(text, variants, own, usual, room);
    setDropped(parsed.dropped);
    setAssumed(new Set([...assumed, ...parsed.assumed.flatMap((row) => parsed.rows[row] ?? [])]));
    setLeft(parsed.left.map((cell) => ({ ...cell, row: cell.row + before.length })));
    change({ rows: [...before, ...parsed.rows, ...after] });
  };
  const problem =
    answer?.problem && !["roster_refused", "no_rows"].includes(answer.problem.code)
      ? answer.problem
      : null;
  const isWarned = Boolean(answer?.warnings) && !isChanged;

  return (
    <div className="page pt-4 pb-16 md:pt-6">
      <Link to={to(`/item/${product.slug}`)} className="link inline-flex min-h-11 items-center">
        {words.back(product.name)}
      </Link>
      <h1 className="mt-2 text-2xl md:text-[2rem]">{words.title(product.name)}</h1>
      <p className="mt-2 max-w-[60ch] text-muted">{words.lead}</p>
      <Form
        method="post"
        className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <input type="hidden" name="key" value={formKey} />
        {/* Enter in a field sends the list, not the first row's removal. */}
        <button
          type="submit"
          name="intent"
          value="keep"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <RosterShared
            templates={templates}
            fields={fields}
            typed={typed}
            problems={isChanged ? [] : remarks.filter(({ row }) => row === null)}
            onChange={change}
          />
          <section aria-labelledby="roster-rows">
            <h2 id="roster-rows" className="text-xl">
              {words.rows}
            </h2>
            {start.colour ? (
              <RosterColour
                colour={start.colour}
                value={colour}
                onChange={(code) => {
                  setMixed(code === null);
                  if (code === null) return;
                  const recoloured = inColour(rows, variants, code);
                  moveMarks(recoloured);
                  change({ rows: recoloured });
                }}
              />
            ) : null}
            <RosterPaste
              dropped={dropped}
              onTake={(text) => paste(text, rows.findLastIndex(isFilled) + 1)}
            />
            <UnmatchedLines
              lines={left.map(({ row, text }) => words.paste.leftCell(row + 1, text))}
              text={words.paste.left}
              label={words.paste.withoutLeft}
              onContinue={() => setLeft([])}
            />
            <ol className="mt-2 border-t border-rule">
              {rows.map((row, index) => (
                <RosterRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
                  key={index}
                  index={index}
                  row={row}
                  choices={choices}
                  choice={start.colour && colour !== null ? start.colour.others : words.variant}
                  fields={own}
                  remarks={[
                    ...(isChanged && !knows(row) ? [variantMissing(words, index)] : []),
                    ...remarks.filter((remark) => remark.row === index),
                  ]}
                  isShown={index === shown}
                  onShow={() => setShown(index)}
                  onChange={(next) => changeRow(index, next)}
                  onRemove={() => change({ rows: rows.toSpliced(index, 1) })}
                  onPaste={(text) => {
                    if (!/[\t\n]/.test(text.trim())) return false;
                    paste(text, index);
                    return true;
                  }}
                />
              ))}
            </ol>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              {rows.length < maxRows ? (
                <Button
                  type="submit"
                  name="intent"
                  value="add"
                  look="quiet"
                  icon="plus"
                  onClick={(event) => {
                    event.preventDefault();
                    add();
                  }}
                >
                  {words.add}
                </Button>
              ) : (
                <p className="text-sm">{words.full(maxRows)}</p>
              )}
              <p className="text-sm text-muted">{words.emptyRows}</p>
            </div>
          </section>
        </div>
        <aside className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-6">
          <RosterSide start={start} typed={typed} shown={shown} />
          {remarks.length > 0 ? (
            <Notice tone={remarks.some(({ isProblem }) => isProblem) ? "error" : "warning"}>
              <b className="block">
                {remarks.some(({ isProblem }) => isProblem)
                  ? words.problems.title
                  : words.warnings.title}
              </b>
              <ul className="mt-1 grid gap-1">
                {remarks.map(({ row, label, text, isProblem }) => (
                  <li key={`${row} ${label} ${text}`}>
                    {isProblem && row !== null
                      ? words.problems.at(row + 1, label, text)
                      : isProblem && label
                        ? words.problems.of(label, text)
                        : text}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
          {problem ? (
            <Notice tone="error">
              {wordsFor(words.problems.codes, problem.code, "id_reused")}
            </Notice>
          ) : null}
          {isWarned ? <input type="hidden" name="accepted" value="1" /> : null}
          {answer?.kept ? (
            <noscript>
              <p className="border border-control px-4 py-3 text-sm">
                {words.saved}{" "}
                <a
                  className="link"
                  href={`${to(`/item/${product.slug}/Roster`)}?version=${answer.kept.id}`}
                >
                  {words.savedLink}
                </a>
              </p>
            </noscript>
          ) : null}
          <Button
            type="submit"
            name="intent"
            value="keep"
            disabled={left.length > 0}
            busy={isBusy}
            wide
          >
            {isWarned ? words.keepAnyway : words.keep}
          </Button>
          {left.length > 0 ? <p className="text-sm">{words.paste.leftFirst}</p> : null}
          <p className="text-sm text-muted">{design.madeToOrder}</p>
        </aside>
      </Form>
    </div>
  );
}

/** The rows of an answer whose variant was assumed. */
function rowsAt(answer: RosterAnswer | undefined): ReadonlySet<Row> {
  return new Set(answer?.assumed?.flatMap((row) => answer.typed.rows[row] ?? []));
}

function isFilled({ values }: Row): boolean {
  return Object.values(values).some((value) => value.trim() !== "");
}

/** Puts what was kept into the cart, in place of an earlier version. */
function useIntoCart(answer: RosterAnswer | undefined, replaced: string | null): void {
  const to = useLocalPath();
  const navigate = useNavigate();
  const kept = answer?.kept;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer once
  useEffect(() => {
    if (!kept) return;
    const lines = kept.lines.map((line) => ({ ...line, design_id: kept.id }));
    useCart.getState().place(lines, replaced);
    void navigate(to("/Cart"));
  }, [kept]);
}
