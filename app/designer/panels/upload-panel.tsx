import { lazy, Suspense } from "react";
import { useDesignUploadWords } from "#app/designer/panels/messages/design-upload.ts";
import type { Uploading } from "#app/designer/pictures/use-upload.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { Notice } from "#app/ui/notice.tsx";

const RecaptchaTerms = lazy(async () => {
  const { RecaptchaTerms } = await import("#app/browser/captcha/recaptcha-terms.tsx");
  return { default: RecaptchaTerms };
});

export interface UploadPanelProps {
  uploading: Uploading | null;
  problem: string | null;
  isConverted: boolean;
  /** Its terms are shown. */
  usesRecaptcha: boolean;
  onFile: (file: File) => void;
  onCancel: () => void;
  /** Sends the file that was not taken once more. */
  onRetry?: (() => void) | undefined;
  /** What the button says; absent: that a picture is chosen. */
  action?: string;
}

/** JPEG and PNG stand first, so that phones hand over JPEG for their own format. */
const accepted = "image/jpeg,image/png,image/webp,image/avif";

export function UploadPanel({
  uploading,
  problem,
  isConverted,
  usesRecaptcha,
  onFile,
  onCancel,
  onRetry,
  action,
}: UploadPanelProps) {
  const upload = useDesignUploadWords();
  return (
    <div className="grid gap-3">
      {uploading ? (
        <div className="grid gap-2" role="status">
          <p className="truncate text-sm">
            {uploading.progress < 1 ? upload.sending(uploading.name) : upload.checking}
          </p>
          <progress
            className="upload-progress"
            max={1}
            value={uploading.progress < 1 ? uploading.progress : undefined}
          />
          <Button look="quiet" onClick={onCancel}>
            {upload.cancel}
          </Button>
        </div>
      ) : (
        <FileInput
          action={action ?? upload.choose}
          aria-label={action ?? upload.choose}
          accept={accepted}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) onFile(file);
          }}
        />
      )}
      <p className="text-xs text-muted">{upload.hint}</p>
      {usesRecaptcha ? (
        <Suspense>
          <RecaptchaTerms />
        </Suspense>
      ) : null}
      {problem ? (
        <Notice
          tone="error"
          action={
            onRetry ? (
              <Button look="quiet" onClick={onRetry}>
                {upload.retry}
              </Button>
            ) : null
          }
        >
          {wordsFor(upload.problems, problem, "other")}
        </Notice>
      ) : null}
      {isConverted ? <Notice>{upload.converted}</Notice> : null}
    </div>
  );
}
