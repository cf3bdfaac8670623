/** The shop's sign-in methods; the same for every visitor. */
export interface SignInMethods {
  readonly email: boolean;
  readonly phone: boolean;
  /** Places where people may sign in besides here, by the name that the service uses. */
  readonly providers: readonly string[];
  /** The captcha that the service requires, where the shop has one enabled; with its site key where it has one. */
  readonly captcha: { readonly siteKey: string | undefined } | undefined;
}
