import { hasPasskeys } from '../api/hasPasskeys'
import { pendingLogin } from '../features/auth/pendingLogin'
import { storedLocale } from '../i18n/locale'

/** Whether the server could know what this page begins with: it does not see what a browser keeps for its pages alone. */
export function isRight(isKnown: boolean): boolean {
  const locale = storedLocale()
  const isOwnLanguage = locale === null || locale === document.documentElement.lang
  // Whoever signs in has the page with a passkey's button, and where a code is on its way it is asked for at once.
  return isOwnLanguage && (isKnown || (hasPasskeys() && pendingLogin.read() === undefined))
}
