import { type ReactNode, useRef, useState } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import { useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ReauthenticateForm } from "#app/ui/domain/proof/reauthenticate-form.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";

interface Answer {
  readonly problem?: string;
}

interface ProvenFetcher<Data extends Answer> {
  readonly fetcher: FetcherWithComponents<Data>;
  /** Asks for the proof; belongs somewhere on the page. */
  readonly proof: ReactNode;
  /** The last answer, unless the proof for it is being asked for. */
  readonly answer: Data | undefined;
}

/** The platform's dialog brings the focus to what has this attribute, which the screens cannot write. */
function focusFirstInput(form: HTMLElement | null): void {
  form?.querySelector("input")?.setAttribute("autofocus", "");
}

/**
 * A fetcher for acts that need a fresh proof of who the actor is. When the shop asks for one, a dialog does, and then the
 * same form is sent again, so that nothing has to be typed twice.
 */
export function useProvenFetcher<Data extends Answer>(keys: SignInKeys): ProvenFetcher<Data> {
  const words = useRefundApprovalWords();
  const fetcher = useFetcher<Data>();
  const sent = useRef<FormData | null>(null);
  if (fetcher.formData) sent.current = fetcher.formData;
  const [refused, setRefused] = useState<unknown>(null);
  const data = fetcher.data as Data | undefined;
  const isStale =
    fetcher.state === "idle" && data?.problem === "reauthentication_needed" && refused !== data;
  const goOn = () => {
    setRefused(data);
    if (sent.current) void fetcher.submit(sent.current, { method: "post" });
  };
  const proof = (
    <Dialog open={isStale} onClose={() => setRefused(data)} title={words.proveTitle} place="small">
      <div ref={focusFirstInput} className="grid gap-4">
        <p>{words.proveText}</p>
        <ReauthenticateForm keys={keys} onDone={goOn} onCancel={() => setRefused(data)} />
      </div>
    </Dialog>
  );
  return {
    fetcher: fetcher as FetcherWithComponents<Data>,
    proof,
    answer: isStale ? undefined : data,
  };
}
