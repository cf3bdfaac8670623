import { expect, test } from "vitest";
import { defaultAuthSettings, settingsOf } from "./settings.ts";

test("a limit from the environment applies to the usual window, the others are unchanged", () => {
  const { limits } = settingsOf({ limits: { token: 5000, anonymous: 1 } });
  expect(limits).toEqual({
    ...defaultAuthSettings.limits,
    token: { limit: 5000, windowSeconds: 300 },
    anonymous: { limit: 1, windowSeconds: 3600 },
  });
  expect(settingsOf({}).limits).toEqual(defaultAuthSettings.limits);
});
