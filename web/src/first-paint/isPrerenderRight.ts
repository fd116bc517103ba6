import { hasPasskeys } from '../api/hasPasskeys'
import { pendingLogin } from '../features/auth/pendingLogin'
import { storedLocale } from '../i18n/locale'

/** Whether the server chose the right prerendered page: it does not see the browser's storage. */
export function isPrerenderRight(isKnown: boolean): boolean {
  const locale = storedLocale()
  const isOwnLanguage = locale === null || locale === document.documentElement.lang
  // The prerendered sign-in page has a passkey button and asks for the email, not for a code.
  return isOwnLanguage && (isKnown || (hasPasskeys() && pendingLogin.read() === undefined))
}
