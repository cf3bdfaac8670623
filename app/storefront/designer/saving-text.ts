import type { DesignerWords } from "#app/messages/shared/designer.ts";
import type { Language } from "#base/language.ts";
import type { AccountState } from "./use-account-draft.ts";
import type { SavingState } from "./use-saving.ts";

/** Where the newest changes are kept: with the account, on this device, or nowhere yet. A guest finds them on this device only. */
export function savingText(
  device: SavingState,
  account: AccountState,
  isSignedIn: boolean,
  { saving }: DesignerWords,
  language: Language,
): string | null {
  if (!isSignedIn && account.kind !== "unsent") {
    if (account.kind === "full") return saving.guestFull;
    return device === "unchanged" ? null : saving[device];
  }
  switch (account.kind) {
    case "saved":
      return device === "saving" ? saving.saving : saving.account(clockOf(account.at, language));
    case "saving":
      return saving.saving;
    case "full":
      return saving.full;
    case "unsent":
      return device === "device" ? saving.unsent : saving.failed;
    default:
      return device === "unchanged" ? null : saving[device];
  }
}

/** `14.02` by the clock of the device, on which it was saved. */
function clockOf(at: Date, language: Language): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(at.getHours())}${language === "id" ? "." : ":"}${two(at.getMinutes())}`;
}
