/** The Reply-To header. @param email of the shop; no header when empty */
export function replyTo(email: string): Record<string, string> {
  return email ? { "Reply-To": email } : {};
}
