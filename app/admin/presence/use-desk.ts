import type { RealtimeChannel } from "@supabase/supabase-js";
import { useEffect, useRef, useState } from "react";
import { joinChannel } from "#app/browser/session/join-topic.ts";

/** Presence is sent at most this often: the backend allows 5 calls in 30 s. Milliseconds. */
const pauseMs = 2_000;

/** Somebody else who has the thing open. */
export interface Colleague {
  readonly id: string;
  readonly initials: string;
  readonly isEditing: boolean;
}

interface Shown {
  readonly initials: string;
  readonly is_editing: boolean;
}

/**
 * Who else has the thing open. Empty as soon as the connection is lost: what is no longer known is not shown.
 * @param topic of `deskTopic`
 */
export function useDesk(
  topic: string,
  { id, initials, isEditing }: Colleague,
): readonly Colleague[] {
  const [others, setOthers] = useState<readonly Colleague[]>([]);
  const channel = useRef<RealtimeChannel>(undefined);
  const shown = useRef<Shown>(undefined);
  shown.current = { initials, is_editing: isEditing };

  useEffect(() => {
    const leave = joinChannel((client) => {
      const joined = client.channel(topic, { config: { private: true, presence: { key: id } } });
      joined
        .on("presence", { event: "sync" }, () =>
          setOthers(colleaguesOf(joined.presenceState<Shown>(), id)),
        )
        .subscribe((status) => {
          if (status === "SUBSCRIBED") {
            channel.current = joined;
            void joined.track({ ...shown.current });
          } else {
            channel.current = undefined;
            setOthers([]);
          }
        });
      return joined;
    });
    return () => {
      leave();
      channel.current = undefined;
      setOthers([]);
    };
  }, [topic, id]);

  useEffect(() => {
    // `SUBSCRIBED` shows the newest state by itself.
    const timer = setTimeout(
      () => void channel.current?.track({ initials, is_editing: isEditing }),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [initials, isEditing]);
  return others;
}

/** Each person once, although they may have several tabs; those who edit first. */
function colleaguesOf(
  state: Readonly<Record<string, readonly Shown[]>>,
  own: string,
): readonly Colleague[] {
  return Object.entries(state)
    .filter(([id]) => id !== own)
    .map(([id, tabs]) => ({
      id,
      initials: String(tabs[0]?.initials ?? "").slice(0, 3),
      isEditing: tabs.some(({ is_editing }) => is_editing === true),
    }))
    .sort((a, b) => Number(b.isEditing) - Number(a.isEditing) || a.id.localeCompare(b.id));
}
