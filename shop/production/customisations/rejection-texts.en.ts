import type { Rejection } from "./rejection.ts";

/** Why a design is rejected, and the way out. */
export const rejectionTextsEn: Readonly<Record<Rejection, string>> = {
  copyright:
    "Its picture or text is protected by copyright. Send proof of the permission, use your own work, or ask for your money back.",
  trademark:
    "The design shows a trademark of somebody else. Send the owner's permission, change that part, or ask for your money back.",
  state_symbol:
    "The state emblem may not be used on these goods. Change that part, or ask for your money back.",
  pornography:
    "The design shows pornography, which we do not print. Change the design, or ask for your money back.",
  hatred: "The design attacks people or a group. Change that part, or ask for your money back.",
  personal_data:
    "The design shows personal data of somebody else. Send their consent, remove the data, or ask for your money back.",
  quality:
    "It would not print well. Send a sharper picture, let us tidy it, or ask for your money back.",
};
