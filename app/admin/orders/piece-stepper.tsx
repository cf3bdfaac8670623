import { useWords } from "#app/messages/shared/ui.ts";
import { IconButton } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface PieceStepperProps {
  name: string;
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** From no piece to all of them, by steps or typed. */
export function PieceStepper({ name, label, value, max, onChange }: PieceStepperProps) {
  const { stepper } = useWords();
  const choose = (pieces: number) => onChange(Math.min(max, Math.max(0, pieces)));
  return (
    <span className="flex items-center">
      <IconButton
        icon="minus"
        label={`${stepper.less}: ${label}`}
        disabled={value === 0}
        onClick={() => choose(value - 1)}
      />
      <TextInput
        type="number"
        name={name}
        aria-label={label}
        min={0}
        max={max}
        value={value}
        onChange={(event) => choose(event.target.valueAsNumber || 0)}
        className="figures max-w-16 text-center"
      />
      <IconButton
        icon="plus"
        label={`${stepper.more}: ${label}`}
        disabled={value === max}
        onClick={() => choose(value + 1)}
      />
    </span>
  );
}
