import { expect, test } from "vitest";
import { id as words } from "#app/messages/shared/designer.id.ts";
import { savingText } from "./saving-text.ts";
import type { AccountState } from "./use-account-draft.ts";
import type { SavingState } from "./use-saving.ts";

const said = (device: SavingState, account: AccountState["kind"], isSignedIn: boolean) => {
  const state =
    account === "saved" ? { kind: account, at: new Date(2026, 0, 9, 14, 2) } : { kind: account };
  return savingText(device, state as AccountState, isSignedIn, words, "id");
};

test("a full device is no loss for a customer, and a guest is told", () => {
  expect(said("failed", "saved", true)).toBe("Tersimpan 14.02");
  expect(said("failed", "none", true)).toBe("Belum tersimpan");
  expect(said("failed", "saved", false)).toBe("Belum tersimpan");
  expect(said("device", "saved", false)).toBe("Tersimpan di perangkat ini");
});

test("what the server has not got yet is on the device, or nowhere", () => {
  for (const isSignedIn of [true, false]) {
    expect(said("device", "unsent", isSignedIn)).toBe("Belum terkirim, tersimpan di perangkat ini");
    expect(said("failed", "unsent", isSignedIn)).toBe("Belum tersimpan");
  }
  expect(said("unchanged", "none", false)).toBeNull();
});
