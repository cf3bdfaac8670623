export interface Contact {
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/** Masks both values, e.g. `s•••@gmail.com` and `0812-••••-7890`. */
export function maskContact({ email, phone }: Contact): Contact {
  return { email: email && maskEmail(email), phone: phone && maskPhone(phone) };
}

function maskEmail(email: string): string {
  const [first = ""] = email;
  return `${first}•••${email.slice(email.lastIndexOf("@"))}`;
}

function maskPhone(phone: string): string {
  const local = phone.replace(/^\+62/, "0");
  return `${local.slice(0, 4)}-••••-${local.slice(-4)}`;
}
