import { useState } from "react";
import { data, type FetcherWithComponents } from "react-router";
import { approvalWords, useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";
import {
  approveAct,
  declineAct,
  withdrawAct,
} from "#shop/staff/approvals/decide-approval.server.ts";
import { findApproval } from "#shop/staff/approvals/list-approvals.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/approval";
import { ApprovalMoments } from "./approval-moments.tsx";
import { subjectOf, useAmountText } from "./approval-texts.ts";
import { DecisionPill } from "./decision-pill.tsx";
import { ShownActSection } from "./shown-act.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: approvalWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const approval = await findApproval(staff, params.id);
  if (!approval) throw data(null, 404);
  return { approval, keys: await readSignInKeys(staff) };
}

interface Answer {
  readonly done?: "approved" | "declined" | "withdrawn";
  readonly problem?: string;
}

export async function action({ params, request, context }: Route.ActionArgs): Promise<Answer> {
  const staff = staffOf(context);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "approve": {
      const decided = await approveAct(staff, params.id, approvalActs);
      return decided.ok ? { done: "approved" } : { problem: decided.problem };
    }
    case "decline": {
      const decided = await declineAct(staff, params.id, String(form.get("reason") ?? ""));
      return decided.ok ? { done: "declined" } : { problem: decided.problem };
    }
    case "withdraw": {
      const decided = await withdrawAct(staff, params.id);
      return decided.ok ? { done: "withdrawn" } : { problem: decided.problem };
    }
    default:
      return { problem: "invalid_input" };
  }
}

/** One request: what it changes, who asked, and the decision. */
export default function AdminApproval({ loaderData: { approval, keys } }: Route.ComponentProps) {
  const words = useApprovalWords();
  const to = useLocalPath();
  const amountText = useAmountText();
  const { fetcher, proof, answer } = useProvenFetcher<Answer>(keys);
  const reply = fetcher.state === "idle" ? answer : undefined;
  const { decision, reason } = approval;
  const path = subjectOf(approval);
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/Approvals")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3">
          <span className="printed">{words.kinds[approval.kind]}</span>
          <DecisionPill decision={decision} />
        </p>
        <h1 tabIndex={-1} className="text-2xl">
          {approval.shown.title}
        </h1>
        <p className="text-base font-semibold">
          {amountText(approval.limit_kind, approval.amount)}
        </p>
        {approval.also_written_off === null ? null : (
          <p className="text-base font-semibold">
            {amountText("write_off", approval.also_written_off)}
          </p>
        )}
        <ApprovalMoments approval={approval} />
        {path ? (
          <Link to={to(path)} className="link justify-self-start">
            {words.open}
          </Link>
        ) : null}
      </header>
      {reply?.problem ? (
        <Notice tone="error">{wordsFor(words.problems, reply.problem, "invalid_input")}</Notice>
      ) : null}
      {reply?.done ? <Notice tone="success">{words.done[reply.done]}</Notice> : null}
      {decision === "outdated" ? (
        <Notice tone="warning">{wordsFor(words.changedBecause, reason, "other")}</Notice>
      ) : null}
      {decision === "declined" && reason ? <Notice>{words.reasonOf(reason)}</Notice> : null}
      <ShownActSection approval={approval} />
      <Decision approval={approval} fetcher={fetcher} />
      {proof}
    </div>
  );
}

type Choice = "approve" | "decline" | "withdraw";

function Decision({
  approval,
  fetcher,
}: {
  approval: Approval;
  fetcher: FetcherWithComponents<Answer>;
}) {
  const words = useApprovalWords();
  const [open, setOpen] = useState<Choice | null>(null);
  // The dialog keeps its words while it closes.
  const [chosen, setChosen] = useState<Choice>("approve");
  const busy = fetcher.state !== "idle";
  const ask = (choice: Choice) => {
    setChosen(choice);
    setOpen(choice);
  };
  const questions = {
    approve: words.approveAsk,
    decline: words.declineAsk,
    withdraw: words.withdrawAsk,
  };
  const button = (choice: Choice) => (
    <Button
      look={choice === "approve" ? "primary" : "danger"}
      busy={busy}
      className="max-sm:w-full"
      onClick={() => ask(choice)}
    >
      {words[choice]}
    </Button>
  );
  if (approval.decision !== null || !(approval.may_decide || approval.is_mine)) return null;
  return (
    <div className="sticky bottom-(--bottom-bar) grid gap-3 border-t border-rule bg-card py-3">
      {approval.is_mine ? <p className="text-muted">{words.own}</p> : null}
      <div className="flex flex-wrap gap-3">
        {approval.may_decide ? (
          <>
            {button("approve")}
            {button("decline")}
          </>
        ) : (
          button("withdraw")
        )}
      </div>
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={words[chosen]}
        place="small"
      >
        <fetcher.Form method="post" onSubmit={() => setOpen(null)} className="grid gap-5">
          <p>{questions[chosen]}</p>
          {chosen === "decline" ? (
            <Field label={words.reason} optional>
              {(parts) => <TextInput {...parts} name="reason" maxLength={500} autoComplete="off" />}
            </Field>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value={chosen}
              look={chosen === "approve" ? "primary" : "danger"}
            >
              {words[chosen]}
            </Button>
            <Button look="bare" onClick={() => setOpen(null)}>
              {words.keep}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
    </div>
  );
}
