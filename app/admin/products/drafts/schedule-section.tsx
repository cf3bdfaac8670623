import { useId, useState } from "react";
import { Section } from "#app/admin/kit/section.tsx";
import { useProductDraftWords } from "#app/admin/products/drafts/messages/product-drafts.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface ScheduleSectionProps {
  isDirty: boolean;
  /** Why the last try was refused, in words. */
  problem: string | undefined;
  onSchedule: (applyAt: string) => void;
}

/** Applies what is typed into a published product at a time. */
export function ScheduleSection({ isDirty, problem, onSchedule }: ScheduleSectionProps) {
  const words = useProductDraftWords();
  const id = useId();
  const [applyAt, setApplyAt] = useState("");
  return (
    <Section title={words.later}>
      <p className="text-muted">{words.laterText}</p>
      <div className="grid gap-1">
        <label htmlFor={id} className="font-semibold">
          {words.applyAt}
        </label>
        <TextInput
          id={id}
          type="datetime-local"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          value={applyAt}
          onChange={(event) => setApplyAt(event.currentTarget.value)}
        />
      </div>
      {problem ? (
        <Notice tone="error">
          <span id={`${id}-problem`}>{problem}</span>
        </Notice>
      ) : null}
      <div>
        <Button look="quiet" disabled={!isDirty} onClick={() => onSchedule(applyAt)}>
          {words.schedule}
        </Button>
      </div>
    </Section>
  );
}
