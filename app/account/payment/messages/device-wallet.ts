import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./device-wallet.en.ts";
import { id } from "./device-wallet.id.ts";

export const { use: useDeviceWalletWords } = defineMessages(id, en);
