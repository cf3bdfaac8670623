import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useNotificationWords } from "#app/admin/notifications/messages/notifications.ts";
import { deviceName } from "#app/browser/device-name.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { PushDevice } from "#shop/office/notifications/push/subscriptions.server.ts";
import type { Changed } from "../notification-action.server.ts";
import { type PushState, readPushState, subscribe, unsubscribe } from "./subscribe.ts";

interface PushDevicesProps {
  devices: readonly PushDevice[];
  /** `applicationServerKey` of the shop, base64url. */
  publicKey: string;
}

/** The person's devices that show notifications, and the switch for the present device. */
export function PushDevices({ devices, publicKey }: PushDevicesProps) {
  const words = useNotificationWords();
  const { submit, state: submitting, data } = useFetcher<Changed>();
  const [state, setState] = useState<PushState | "unknown">("unknown");
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const current = devices.find((device) => device.is_current);
  useEffect(() => {
    void readPushState(publicKey).then(setState);
  }, [publicKey]);

  const turnOn = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const subscription = await subscribe(publicKey);
      if (subscription) await submit({ intent: "push-on", subscription }, { method: "post" });
    } catch (error) {
      console.warn("no push subscription", error);
      setFailed(true);
    }
    setState(await readPushState(publicKey));
    setBusy(false);
  };
  const turnOff = async ({ id, is_current }: PushDevice) => {
    if (is_current) await unsubscribe();
    await submit({ intent: "push-off", id }, { method: "post" });
    setState(await readPushState(publicKey));
  };

  return (
    <section className="grid content-start gap-4 border border-rule p-5">
      <div className="grid gap-1">
        <h2 className="text-lg">{words.devices}</h2>
        <p className="text-sm text-muted">{words.devicesText}</p>
      </div>
      {devices.length > 0 ? (
        <ul className="grid border-t border-rule">
          {devices.map((device) => {
            const name = deviceName(device.user_agent) ?? words.unknownDevice;
            return (
              <li
                key={device.id}
                className="flex flex-wrap items-center justify-between gap-2 border-b border-rule py-1"
              >
                <span>{device.is_current ? words.thisDevice(name) : name}</span>
                <Button
                  look="quiet"
                  aria-label={words.turnOffDevice(name)}
                  onClick={() => void turnOff(device)}
                >
                  {words.turnOff}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {hasFailed ? <Notice tone="error">{words.deviceFailed}</Notice> : null}
      {data?.isExampleQueued ? <Notice tone="success">{words.exampleSent}</Notice> : null}
      {state === "unsupported" ? <Notice>{words.deviceUnsupported}</Notice> : null}
      {state === "denied" ? <Notice tone="warning">{words.deviceDenied}</Notice> : null}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {state === "off" || (state === "on" && !current) ? (
          <Button look="quiet" icon="bell" busy={isBusy} onClick={() => void turnOn()}>
            {words.turnOn}
          </Button>
        ) : null}
        {devices.length > 0 ? (
          <Button
            look="quiet"
            busy={submitting !== "idle" && !isBusy}
            onClick={() => void submit({ intent: "push-example" }, { method: "post" })}
          >
            {words.sendExample}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
