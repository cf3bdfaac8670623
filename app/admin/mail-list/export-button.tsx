import { useEffect } from "react";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";

/** Downloads all subscriptions once the member of staff has proved who they are. */
export function ExportButton({ keys }: { keys: SignInKeys }) {
  const { list: words } = useMailListWords();
  const to = useLocalPath();
  const { fetcher, proof, answer } = useProvenFetcher<{ isReady?: boolean; problem?: string }>(
    keys,
  );
  const file = to("/admin/MailList/Export");
  useEffect(() => {
    if (answer?.isReady) location.assign(file);
  }, [answer, file]);
  return (
    <div className="grid justify-items-end gap-2">
      <fetcher.Form method="post">
        <Button type="submit" look="quiet" busy={fetcher.state !== "idle"}>
          {words.export}
        </Button>
      </fetcher.Form>
      {answer?.problem ? <Notice tone="error">{words.exportProblem}</Notice> : null}
      {proof}
    </div>
  );
}
