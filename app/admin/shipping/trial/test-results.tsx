import { isDifferent } from "#app/admin/shipping/is-different.ts";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";
import { MethodReasons } from "#app/admin/shipping/methods/method-reasons.tsx";
import type { TestAnswer } from "#app/admin/shipping/test-action.server.ts";
import { useLanguage } from "#app/language.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ExplainedMethod, ExplainedPlace } from "#shop/orders/cart/explain-delivery.server.ts";
import { SamplesTable } from "./samples-table.tsx";
import { useTestProblem } from "./use-test-problem.ts";

/** What the test found: one place in full, many as a table. */
export function TestResults({ answer }: { answer: TestAnswer }) {
  const words = useShippingTestWords();
  const textOf = useTestProblem();
  const { explained, problem, stored } = answer;
  if (problem !== undefined) {
    return <Notice tone="error">{textOf(problem)}</Notice>;
  }
  if (!explained) return null;
  const { now, unsaved } = explained;
  const [place] = now;
  return (
    <div className="grid gap-4" role="status">
      {stored ? (
        <p>{words.orderStored(stored.shipping_name, formatRupiah(stored.shipping))}</p>
      ) : null}
      {explained.problems.length > 0 ? <Notice tone="warning">{words.notSold}</Notice> : null}
      {now.length > 1 ? (
        <SamplesTable now={now} unsaved={unsaved} />
      ) : place ? (
        <PlaceResult now={place} unsaved={unsaved?.[0] ?? null} />
      ) : null}
    </div>
  );
}

/** Each method of a place: its offer, what it would be after saving, and the reasons. */
function PlaceResult({ now, unsaved }: { now: ExplainedPlace; unsaved: ExplainedPlace | null }) {
  const words = useShippingTestWords();
  const shown = unsaved ?? now;
  const before = new Map(now.methods.map((method) => [method.method_id, method]));
  return (
    <section className="grid gap-2">
      <h3 className="font-sans text-base font-semibold tracking-normal">{now.label}</h3>
      <ul className="divide-y divide-rule border-y border-ink">
        {shown.methods.map((method) => {
          const earlier = unsaved ? before.get(method.method_id) : undefined;
          const isChanged = unsaved !== null && isDifferent(earlier, method);
          return (
            <li key={method.method_id} className={`grid gap-2 py-3 ${isChanged ? "bg-paper" : ""}`}>
              <div className="grid gap-x-6 gap-y-1 @xl:grid-cols-[minmax(0,1fr)_auto] @xl:items-baseline">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <b className="font-semibold">{method.name}</b>
                  <span className="text-muted">{method.courier}</span>
                  {isChanged ? (
                    <Pill copy="yellow" icon="pen-line">
                      {words.changed}
                    </Pill>
                  ) : null}
                </p>
                <p className="flex flex-wrap items-baseline gap-x-3">
                  {isChanged ? (
                    <s className="text-muted">
                      <Offer method={earlier} />
                    </s>
                  ) : null}
                  <Offer method={method} />
                </p>
              </div>
              <MethodReasons method={method} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Offer({ method }: { method: ExplainedMethod | undefined }) {
  const words = useShippingTestWords();
  const language = useLanguage();
  if (!method?.offer) {
    return (
      <span className="text-muted">{method?.why ? words.why[method.why] : words.refused}</span>
    );
  }
  const { price, earliest, latest } = method.offer;
  return (
    <span>
      <span className="money font-semibold">{formatRupiah(price)}</span>{" "}
      <span className="text-muted">{formatDays(earliest, latest, language)}</span>
    </span>
  );
}
