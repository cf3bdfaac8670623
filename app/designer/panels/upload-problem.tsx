import { useDesignUploadWords } from "#app/designer/panels/messages/design-upload.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

interface UploadProblemProps {
  /** A stable code. */
  problem: string;
  onClose: () => void;
  /** Sends the file once more. */
  onRetry: (() => void) | undefined;
}

/** Above the board: why a picture was not taken, where the panel that says so is closed. */
export function UploadProblem({ problem, onClose, onRetry }: UploadProblemProps) {
  const { problems, retry } = useDesignUploadWords();
  const { actions } = useDesignerWords();
  return (
    <Notice
      tone="error"
      action={
        onRetry ? (
          <Button look="quiet" onClick={onRetry}>
            {retry}
          </Button>
        ) : null
      }
    >
      <span className="flex items-center justify-between gap-2">
        {wordsFor(problems, problem, "other")}
        <IconButton icon="x" label={actions.close} onClick={onClose} />
      </span>
    </Notice>
  );
}
