import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

type Tone = "info" | "success" | "warning" | "error";

const tones: Record<Tone, { icon: IconName; look: string }> = {
  info: { icon: "info", look: "border-control bg-card text-ink" },
  success: { icon: "circle-check", look: "border-transparent bg-green text-green-ink" },
  warning: { icon: "triangle-alert", look: "border-transparent bg-yellow text-yellow-ink" },
  error: { icon: "circle-alert", look: "border-stamp bg-card text-stamp" },
};

interface NoticeProps {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
}

/** Announces a result; errors interrupt a screen reader, other tones do not. */
export function Notice({ tone = "info", children, action }: NoticeProps) {
  const { icon, look } = tones[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border px-4 py-3 text-sm ${look}`}
    >
      <span className="flex grow items-start gap-2.5">
        <Icon name={icon} className="mt-px size-5" />
        <span className="grow self-center">{children}</span>
      </span>
      {action}
    </div>
  );
}
