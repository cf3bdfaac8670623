import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

export type OrderProblem = keyof ReturnType<typeof useOrderWords>["problems"];

const ofNumber: readonly OrderProblem[] = [
  "tracking_number_needed",
  "tracking_number_known",
  "tracking_number_rounded",
];

/** Whether the tracking field shows the problem, rather than the form. */
export function isAboutNumber(problem: string | undefined): boolean {
  return ofNumber.some((code) => code === problem);
}

export function TrackingField({ problem }: { problem: OrderProblem | undefined }) {
  const { order: words } = useAdminWords();
  const { problems } = useOrderWords();
  return (
    <Field
      label={words.trackingNumber}
      hint={words.shipHint}
      error={problem && isAboutNumber(problem) ? problems[problem] : undefined}
    >
      {(parts) => (
        <TextInput
          {...parts}
          name="tracking_number"
          maxLength={60}
          autoComplete="off"
          className="figures"
        />
      )}
    </Field>
  );
}
