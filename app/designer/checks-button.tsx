import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Finding } from "#shop/designs/draw/finding.ts";

interface ChecksButtonProps {
  findings: readonly Finding[];
  /** False: the checks are not done yet. */
  isChecked: boolean;
  className: string;
  onPress: () => void;
}

/** How many things about a design are to be looked at, or keep it from being printed. */
export function ChecksButton({ findings, isChecked, className, onPress }: ChecksButtonProps) {
  const { checks } = useDesignerWords();
  const blocking = findings.filter(({ severity }) => severity === "blocks").length;
  return (
    <button
      type="button"
      className={`flex items-center gap-1.5 text-sm underline decoration-rule underline-offset-4 hover:decoration-ink ${className} ${blocking > 0 ? "text-stamp" : ""}`}
      onClick={onPress}
    >
      <Icon
        name={
          blocking > 0
            ? "circle-alert"
            : findings.length > 0 || !isChecked
              ? "info"
              : "circle-check"
        }
        className="size-4"
      />
      {!isChecked
        ? checks.pending
        : blocking > 0
          ? checks.blocked(blocking)
          : checks.count(findings.length)}
    </button>
  );
}
