import type { ReactNode } from "react";
import { useSecurityWords } from "#app/messages/shared/security.ts";
import { Button } from "#app/ui/button.tsx";
import { PageForm } from "#app/ui/domain/proof/page-form.tsx";

interface EnrolFormProps {
  /** Label of the submit button. */
  button: string;
  busy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** One step of adding a second factor, with the way back beside its press. */
export function EnrolForm({ button, busy, onSubmit, onCancel, children }: EnrolFormProps) {
  const words = useSecurityWords();
  return (
    <PageForm isOpened onSubmit={onSubmit}>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {button}
        </Button>
        <Button look="bare" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </PageForm>
  );
}
