import { useSignUpWords } from "#app/messages/shared/sign-up.ts";

interface NewsBoxProps {
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** Apart from the terms, and never ticked beforehand (UU 27/2022, article 22). */
export function NewsBox({ isTicked, onTick }: NewsBoxProps) {
  const { box } = useSignUpWords();
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
      <input
        type="checkbox"
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
        className="tick"
      />
      <span>{box}</span>
    </label>
  );
}
