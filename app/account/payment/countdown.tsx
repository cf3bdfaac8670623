import { useEffect, useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";

/** Time left until a moment, updated every second. Empty on the server: its clock and the browser's differ. */
export function Countdown({ until, onOver }: { until: string; onOver: () => void }) {
  const words = usePaymentWords();
  const [left, setLeft] = useState<number | null>(null);
  const isOver = left !== null && left <= 0;

  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [until]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);

  if (left === null) return null;
  const time = [Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  const days = Math.floor(left / 86_400);
  return (
    <span role="timer" className="no-print font-bold tabular-nums">
      {isOver ? words.over : words.left(days > 0 ? `${words.days(days)} ${time}` : time)}
    </span>
  );
}
