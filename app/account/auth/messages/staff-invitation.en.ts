import type { id } from "./staff-invitation.id.ts";

export const en: typeof id = {
  title: "Staff invitation",
  lead: (shop, role) => `${shop} invites you as ${role}.`,
  by: (name) => `Invited by ${name}.`,
  asWhom: (email) => `You are signed in as ${email}.`,
  accept: "Accept the invitation",
  signInText:
    "Sign in or sign up with the email address that received this invitation, and you come back here.",
  signIn: "Sign in",
  signUp: "Sign up",
  gone: "This invitation does not work",
  goneText:
    "The link was used, revoked, has expired, or is for another email address. Ask its sender to send it again.",
  goneAs: (email) =>
    `You are signed in as ${email}. An invitation works only for the address that received it.`,
  account: "To my account",
};
