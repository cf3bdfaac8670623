import type { FetcherWithComponents } from "react-router";
import { useTermsEditorWords } from "#app/admin/terms/messages/terms-editor.ts";
import { useLanguage } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { TermsDraft } from "#shop/settings/terms/terms-drafts.server.ts";
import type { TermsAnswer } from "./terms-action.server.ts";

interface DialogProps {
  open: boolean;
  fetcher: FetcherWithComponents<TermsAnswer>;
  onClose: () => void;
}

export function PublishDialog({
  open,
  draft,
  fetcher,
  onClose,
}: DialogProps & { draft: TermsDraft }) {
  const words = useTermsEditorWords();
  const language = useLanguage();
  const { version, in_force_from, revision } = draft;
  return (
    <Dialog open={open} onClose={onClose} title={words.publishAsk(version)}>
      <fetcher.Form method="post" onSubmit={onClose} className="grid gap-4">
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="version" value={version} />
        <p>{words.publishLater(formatDay(in_force_from, language))}</p>
        <p>{words.publishText}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="publish">
            {words.publishYes}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.keep}
          </Button>
        </div>
      </fetcher.Form>
    </Dialog>
  );
}

export function DropDialog({ open, fetcher, onClose }: DialogProps) {
  const words = useTermsEditorWords();
  return (
    <Dialog open={open} onClose={onClose} title={words.dropAsk}>
      <fetcher.Form method="post" onSubmit={onClose} className="grid gap-4">
        <p>{words.dropText}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="drop" look="danger">
            {words.drop}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.keep}
          </Button>
        </div>
      </fetcher.Form>
    </Dialog>
  );
}
